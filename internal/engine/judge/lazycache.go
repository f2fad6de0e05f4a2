package judge

import (
	"go/token"
	"slices"

	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/life"
	"github.com/informerlint/informerlint/internal/engine/program"
)

// Rules about controller-runtime's caches, of the check lazycache. NeverStarted
// is one as well.
const (
	ReadBeforeSync   = "read-before-sync"
	UnregisteredRead = "unregistered-read"
)

// A CacheRead is a read of a cache.
type CacheRead struct {
	Where  string // the line of the read itself
	Call   string // "Get" or "List"
	Kind   string // "Pod"
	Form   string // see ctrlruntime.Form
	Direct bool   // it stands in the function at hand
}

// A CacheVerdict is a cache of controller-runtime that is read in vain.
type CacheVerdict struct {
	Rule   string
	Role   string       // "manager", "cluster" or "cache"
	Anchor compose.Site // the line that is wrong
	Birth  compose.Site // where it is made; Pos is in the function at hand
	Read   CacheRead
	ReadAt compose.Site // the line in the function at hand that leads to the read
	Wait   compose.Site
	Start  compose.Site // the Start that comes too late, or what begins the one beside
	More   int          // other lines that lead to reads before Start
	Race   bool         // the read may be too early: it and the Start are in two goroutines
	Beside bool         // and the goroutine of the Start has begun before it
	Waits  bool         // it is no read, but a wait for what has not begun
	Handed bool         // no read is seen: somebody else gets the client of the cluster

	Born   token.Pos       // of the constructor's instruction: identity for duplicates
	Chain  []string        // the functions from the constructor's to the root
	Life   *life.CacheLife // what it is about
	Moment *compose.Node   // and the read, or whatever shows that it is read
}

// A Cached is what the judge finds in one composed program.
type Cached struct {
	Verdicts []CacheVerdict
	// Awaited are reads that come after a wait, whatever has been registered:
	// what a fix is tried on.
	Awaited []CacheVerdict
	Notes   []Note
	Judged  int // lives
	Left    int // of these, how many leave to where they may be started
}

// Caches looks at the caches of controller-runtime in a composed program.
func Caches(g *life.Graph) Cached {
	c := &cacheJudge{judge: judge{g: g}}
	for _, l := range g.Caches() {
		c.out.Judged++
		if len(l.Escapes) > 0 {
			c.out.Left++
		}
		for _, rule := range []func(*life.CacheLife) *CacheVerdict{c.never, c.early, c.unregistered} {
			if v := rule(l); v != nil {
				if v.Anchor.Pos.IsValid() {
					c.out.Verdicts = append(c.out.Verdicts, *v)
				}
				break
			}
		}
	}
	c.out.Notes = c.notes
	return c.out
}

// A cacheJudge judges the caches of one composed program.
type cacheJudge struct {
	judge
	out Cached
}

// about makes a verdict on a cache, and a node that shows it.
func (c *cacheJudge) about(rule string, l *life.CacheLife, read *compose.Node) *CacheVerdict {
	v := &CacheVerdict{Rule: rule, Role: l.Role, Birth: c.g.SiteBeside(l.Birth, read), ReadAt: c.g.SiteBeside(read, l.Birth),
		Born: l.Birth.Ins.Pos, Chain: l.Birth.Chain(), Life: l, Moment: read}
	if l.Birth.Frame != c.g.Common(l.Birth, read) {
		v.Birth.Where = c.g.Place(l.Birth)
	}
	if read.Kind == compose.EvRead {
		v.Read.Call = read.Ins.Name
		v.Read.Form, v.Read.Kind = program.SplitKind(read.Ins.Key)
	}
	if read.Kind == compose.EvRead || read.Kind == compose.EvWait {
		v.Read.Direct = read.Frame == c.g.Common(l.Birth, read)
		v.Read.Where = c.g.Place(read)
		if v.Read.Direct {
			v.Read.Where = v.ReadAt.Where
		}
	}
	return v
}

// here reports whether two nodes meet in a function of this package: else it is
// said there.
func (c *cacheJudge) here(a, b *compose.Node) bool { return c.g.Common(a, b).Fn.Local }

// never: nothing starts it, nobody else can, and its reader is used.
//
// A client that is only handed out may be used for unstructured objects, which
// it reads from the API server. So it counts as a use only where something was
// made for its cache.
func (c *cacheJudge) never(l *life.CacheLife) *CacheVerdict {
	if l.IsManager() || len(l.Starts) > 0 {
		return nil
	}
	if len(l.Escapes) > 0 {
		c.noteAt(l.Birth, "nothing here starts it, but it leaves at %s, where it may be started", c.g.Site(l.Escapes[0]).Where)
		return nil
	}
	uses, handed := slices.Concat(l.Reads, l.Uses), false
	if len(uses) == 0 && l.ForReads() {
		uses, handed = l.Hands, true
	}
	if len(uses) == 0 {
		c.noteAt(l.Birth, "nothing starts it, but no read of its cache is seen")
		return nil
	}
	if !c.here(l.Birth, uses[0]) {
		return nil
	}
	v := c.about(NeverStarted, l, uses[0])
	v.Handed = handed
	v.Anchor = c.g.SiteBeside(l.Birth, uses[0])
	return v
}

// early: a read that comes before Start on every way that leads to it.
//
// Before the read, strangers may have had it. A second Start is an error, so
// they have not started it if a Start of the program's own can follow.
func (c *cacheJudge) early(l *life.CacheLife) *CacheVerdict {
	found := c.blocked(l)
	if found != nil {
		return found
	}
	lines := make(map[token.Pos]bool)
	for _, r := range l.Reads {
		if !c.here(l.Birth, r) {
			continue
		}
		start, when := c.before(l, r)
		if when == inTime {
			continue
		}
		race := when != tooEarly
		if leaves := c.g.First(l.Escapes, r); leaves != nil && start == nil {
			c.noteAt(r, "it is read here, but it has left before, at %s, where it may be started", c.g.Site(leaves).Where)
			continue
		}
		if race && c.repeated(l, r) {
			c.noteAt(r, "it is read here too early, but read once more when it may be started")
			continue
		}
		at := c.g.SiteBeside(r, l.Birth).Pos
		lines[at] = true
		if found != nil && (race && !found.Race || race == found.Race && at >= found.ReadAt.Pos) {
			continue
		}
		found = c.about(ReadBeforeSync, l, r)
		found.Race, found.Beside = race, when == beside
		if start != nil {
			found.Start = c.g.Site(start)
		}
	}
	if found != nil {
		found.Anchor, found.More = found.ReadAt, len(lines)-1
	}
	return found
}

// blocked: a wait for the cache's informers before a Start of the program's own that
// can only follow it. Nothing is read then: it waits until its context ends.
func (c *cacheJudge) blocked(l *life.CacheLife) *CacheVerdict {
	for _, w := range l.Waits {
		if w.Weak || w.Ins.Tentative || w.Thread != l.Birth.Thread || !ir.Plain(w.Ins) || !c.here(l.Birth, w) || c.begun(l, w) ||
			slices.ContainsFunc(l.Starts, func(s *compose.Node) bool { return c.g.Instead(s, w) }) {
			continue
		}
		if start := c.startAfter(l, w); start != nil {
			v := c.about(ReadBeforeSync, l, w)
			v.Waits, v.Start, v.Anchor = true, c.g.Site(start), v.ReadAt
			return v
		}
	}
	return nil
}

// begun: the cache may be started when a node in the thread of its birth is
// reached, or somebody has waited for that.
func (c *cacheJudge) begun(l *life.CacheLife, n *compose.Node) bool {
	return c.g.First(l.Starts, n) != nil ||
		slices.ContainsFunc(slices.Concat(l.Waits, l.Elected), func(w *compose.Node) bool { return c.g.Reaches(w.ID, n.ID) })
}

// startAfter returns a Start of the program's own that can only follow a node.
func (c *cacheJudge) startAfter(l *life.CacheLife, n *compose.Node) *compose.Node {
	for _, s := range l.Starts {
		if !s.Weak && ir.CallMode(s.Ins.Mode) != ir.CallDefer && c.g.Strictly(n, s) && c.g.Within(s, l.Birth.Thread) != nil {
			return s
		}
	}
	return nil
}

// When a read happens.
const (
	inTime   = iota // or nothing certain is known
	tooEarly        // before any Start, in every run
	racing          // in a goroutine that has begun before the one Start
	beside          // while a goroutine starts it that has begun before
)

// before says when a read happens, and which Start of the program's own it should
// have waited for: nil if there is none.
func (c *cacheJudge) before(l *life.CacheLife, r *compose.Node) (start *compose.Node, when int) {
	if slices.ContainsFunc(l.Starts, func(s *compose.Node) bool { return c.g.Instead(s, r) }) {
		return nil, inTime // which of several is called where decides it
	}
	if spawn := c.besideStart(l, r); spawn != nil {
		return spawn, beside
	}
	switch {
	case r.Thread != l.Birth.Thread:
		if !c.races(l, r) {
			return nil, inTime
		}
		return c.startAfter(l, c.g.Within(r, l.Birth.Thread)), racing
	case c.begun(l, r):
		return nil, inTime
	}
	return c.startAfter(l, r), tooEarly
}

// besideStart: a goroutine that the function has begun starts the cache, and
// nothing after the go statement waits for it before the read. Whoever has the
// cache in between may wait, and a loop may try again.
func (c *cacheJudge) besideStart(l *life.CacheLife, r *compose.Node) (spawn *compose.Node) {
	from := c.g.Within(r, l.Birth.Thread) // the read, or the statement that begins its goroutine
	if len(l.Starts) != 1 || l.Starts[0].Weak || from == nil || c.g.Again(r) || c.g.Again(from) {
		return nil
	}
	start := l.Starts[0]
	spawn = c.g.Within(start, l.Birth.Thread)
	if spawn == nil || life.Recurs(r) || spawn == start || spawn == from || c.g.Inside(start, r.Thread) && r.Thread != l.Birth.Thread ||
		!c.g.Strictly(spawn, from) || !c.g.Always(spawn, from) {
		return nil
	}
	for _, n := range slices.Concat(l.Waits, l.Elected, l.Escapes, l.Registers) {
		if n != r && c.g.Reaches(n.ID, r.ID) {
			return nil
		}
	}
	for _, n := range c.g.BeforeFirst(spawn, r) {
		if life.MayWait(n) {
			return nil
		}
	}
	return spawn
}

// races: a goroutine reads, and who has begun it starts the cache only
// afterwards. Nothing in the goroutine waits for that, and it reads once: a
// loop may try again.
func (c *cacheJudge) races(l *life.CacheLife, r *compose.Node) bool {
	spawn := c.g.Within(r, l.Birth.Thread) // the first of the go statements that lead to it
	if spawn == nil || c.begun(l, spawn) || c.g.Again(spawn) || life.Recurs(r) {
		return false
	}
	for n := r; n != spawn; n = c.g.SpawnOf(n) {
		if c.g.Again(n) {
			return false
		}
	}
	for _, s := range l.Starts {
		if !c.g.Strictly(spawn, s) || c.g.Inside(s, r.Thread) || c.g.Within(s, l.Birth.Thread) == spawn {
			return false
		}
	}
	for _, n := range c.g.BeforeFirst(spawn, r) {
		if life.MayWait(n) && n.Ins.Name != program.Foreign && n.Thread != l.Birth.Thread {
			c.noteAt(r, "read in a goroutine that begins before the start, but something at %s may wait for it", c.g.Site(n).Where)
			return false
		}
	}
	return c.startAfter(l, spawn) != nil
}

// unregistered: started in a goroutine, awaited with no informer in it, and
// read after that.
func (c *cacheJudge) unregistered(l *life.CacheLife) *CacheVerdict {
	if l.IsManager() || l.Strict() || c.g.Several(l) {
		return nil // a manager's controllers register
	}
	for _, r := range l.Reads {
		if r.Thread != l.Birth.Thread || !c.here(l.Birth, r) {
			continue
		}
		wait, spawn := c.awaited(l, r)
		if wait == nil {
			continue
		}
		v := c.about(UnregisteredRead, l, r)
		v.Wait, v.Start = c.g.SiteBeside(wait, r), c.g.SiteBeside(spawn, r)
		v.Anchor = v.Wait
		c.out.Awaited = append(c.out.Awaited, *v)
		if other := c.g.First(slices.Concat(l.Registers, l.Escapes, l.Hands, l.Uses, l.Elected), r); other != nil {
			c.noteAt(wait, "it waits, but an informer may have been made at %s", c.g.Site(other).Where)
			continue
		}
		if c.g.First(l.Reads, wait) == nil {
			return v
		}
	}
	return nil
}

// awaited returns the wait that comes before a read on every way, and the
// statement before that which begins the goroutine of the only Start.
func (c *cacheJudge) awaited(l *life.CacheLife, r *compose.Node) (wait, spawn *compose.Node) {
	if len(l.Starts) != 1 || l.Starts[0].Weak {
		return nil, nil
	}
	start := c.g.Within(l.Starts[0], r.Thread)
	if start == nil || start == l.Starts[0] {
		return nil, nil // it blocks, or it is not known when it begins
	}
	for _, w := range l.Waits {
		if !w.Weak && w.Thread == r.Thread && c.g.Strictly(w, r) && c.g.Always(w, r) && c.g.Strictly(start, w) {
			return w, start
		}
	}
	return nil, nil
}
