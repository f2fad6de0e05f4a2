package story

import (
	"fmt"
	"go/token"
	"maps"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/life"
)

// A teller tells the stories of one composed program.
type teller struct {
	g      *life.Graph
	anchor token.Pos // see Story.Anchor

	exits   []bool // see projection.exits, of a life
	exitsOf *life.Life
}

// Of is the story of a resource of a life. waits says whether it is about the
// moments after the factory's wait, or about those that need the informer to
// run some time; anchor is where a finding is that it is told for.
func Of(g *life.Graph, l *life.Life, key string, waits bool, anchor token.Pos) Story {
	t := teller{g: g, anchor: anchor}
	return t.story(l, key, waits)
}

// At is the story of one moment of a life: a wait, a read, or a setting.
func At(g *life.Graph, l *life.Life, key string, n *compose.Node, anchor token.Pos) Story {
	t := teller{g: g, anchor: anchor}
	if n.Kind == compose.EvSetup || n.Kind == compose.EvUse {
		return t.setupStory(l, n)
	}
	return t.storyAt(l, key, n)
}

// All are the stories of everything that a composed program does, whether there
// is a verdict or not.
func All(g *life.Graph) []Story {
	var out []Story
	for _, obj := range g.Order {
		t := teller{g: g.As(obj)}
		l := t.g.Lives[obj]
		keys := t.resources(l)
		for _, key := range keys {
			out = append(out, t.story(l, key, false))
		}
		for _, picked := range g.Picks(obj) {
			t := teller{g: picked}
			l := picked.Lives[obj]
			for _, key := range t.resources(l) {
				out = append(out, t.story(l, key, false))
			}
		}
		out = append(out, t.setupStories(l, false)...)
		if len(keys) == 0 {
			keys = []string{""}
		}
		if len(l.Waits) > 0 {
			for _, key := range keys {
				out = append(out, t.story(l, key, true))
			}
		}
	}
	return out
}

// Heard are the stories of the settings whose error the program looks at. Nobody
// reports one that comes too late, and no fix may make it so.
func Heard(g *life.Graph) []Story {
	var out []Story
	for _, obj := range g.Order {
		t := teller{g: g.As(obj)}
		out = append(out, t.setupStories(t.g.Lives[obj], true)...)
	}
	return out
}

// resources are those of a life that have a story each.
func (t *teller) resources(l *life.Life) []string {
	if t.g.Single(l) {
		return []string{""}
	}
	return life.SortedKeys(l.Registers)
}

// Waits are the stories of all waits and reads, whether there is a verdict or
// not.
func Waits(g *life.Graph) []Story {
	var out []Story
	for _, obj := range g.Order {
		t := teller{g: g.As(obj)}
		l := t.g.Lives[obj]
		if l.Birth == nil {
			continue
		}
		for _, key := range life.SortedKeys(l.Registers) {
			for _, w := range l.Waits {
				out = append(out, t.storyAt(l, key, w))
			}
		}
		for _, at := range []map[string][]*compose.Node{l.Syncs, l.Reads} {
			for _, key := range life.SortedKeys(at) {
				for _, n := range at[key] {
					out = append(out, t.storyAt(l, key, n))
				}
			}
		}
		for _, key := range t.resources(l) {
			for _, w := range t.g.Through(l, key) {
				out = append(out, t.storyAt(l, key, w))
			}
		}
	}
	return out
}

// lifeID names a life within a root function, alike in an edited copy of the
// package: by where it is born, not by lines.
func (t *teller) lifeID(l *life.Life) string {
	name := func(l *life.Life) string {
		if l.Birth == nil {
			o := t.g.Object(l.Obj)
			return o.Typ + o.Name
		}
		fn, n := l.Birth.Frame.Fn, 0
		for ins := range fn.Instrs() {
			if ins == l.Birth.Ins {
				return fmt.Sprintf("%s#%d", fn.Key, n)
			}
			if ins.Op == ir.OpProto && ins.Proto.Makes() {
				n++
			}
		}
		return fn.Key
	}
	id, twin := name(l), 0
	for _, obj := range t.g.Order {
		if obj == l.Obj {
			break
		}
		if name(t.g.Lives[obj]) == id {
			twin++
		}
	}
	return fmt.Sprintf("%s %s/%d%s", t.g.Root.Key, id, twin, t.g.Pick)
}

// story makes the story of a resource of a life. waits says whether it is
// about the moments after the factory's wait, or about those that need the
// informer to run some time.
func (t *teller) story(l *life.Life, key string, waits bool) Story {
	o, s := t.g.Object(l.Obj), t.storyOf(l, key)
	if o.Weak || t.g.Filled(l, key) != "" {
		return s // stands for several, or does not need to run
	}
	for _, n := range t.moments(l, key, waits) {
		if len(s.Moments) == maxMoments {
			break
		}
		if !n.Weak && !n.OfSeveral() {
			s.Moments = append(s.Moments, t.moment(l, key, n))
		}
	}
	return s
}

// storyOf is a story without its moments.
func (t *teller) storyOf(l *life.Life, key string) Story {
	o := t.g.Object(l.Obj)
	s := Story{
		ID: t.lifeID(l) + " " + key, Root: t.g.Root.Key, Key: key, Kind: clientgo.Kind(key), Single: o.IsInformer(),
		Outside: !o.Made(), Picked: t.g.Pick != "", Anchor: t.anchor,
	}
	if s.Single && l.Birth != nil {
		s.Kind = clientgo.Kind(l.Birth.Ins.Key)
	}
	s.Kind = strings.TrimPrefix(s.Kind, "?")
	return s
}

// storyAt makes the story of one moment: a wait, or a read. It has a name of its
// own, so that it is not taken for the story of the same informer's life.
func (t *teller) storyAt(l *life.Life, key string, n *compose.Node) Story {
	s := t.storyOf(l, key)
	s.ID += " " + actOf(n).String()
	if !t.g.Object(l.Obj).Weak && t.g.Filled(l, key) == "" && !n.Weak {
		s.Moments = []Moment{t.moment(l, key, n)}
	}
	return s
}

// setupStory is the story of a setting: what the program does to its informer
// until then. Its identity does not depend on where the call stands.
func (t *teller) setupStory(l *life.Life, n *compose.Node) Story {
	key := n.Subjects[0].Key
	o := t.g.Object(l.Obj)
	number := 0
	for _, other := range l.Setups {
		if other == n {
			break
		}
		if other.Ins.Name == n.Ins.Name && other.Subjects[0].Key == key {
			number++
		}
	}
	s := Story{
		ID: fmt.Sprintf("%s %s %s/%d", t.lifeID(l), key, n.Ins.Name, number), Root: t.g.Root.Key, Key: key, Kind: clientgo.Kind(key),
		Single: o.IsInformer(), Outside: l.Birth == nil, Anchor: t.anchor,
	}
	if s.Single && l.Birth != nil {
		s.Kind = clientgo.Kind(l.Birth.Ins.Key)
	}
	s.Kind = strings.TrimPrefix(s.Kind, "?")
	if !n.Weak && t.g.Certain(l, key) {
		m := t.moment(l, key, n)
		m.Act = ActSetup
		for _, t := range m.Threads {
			for _, w := range t.Ways {
				for i := range w {
					if w[i].Target {
						w[i].Act = ActSetup // also where a handler is added
					}
				}
			}
		}
		s.Moments = []Moment{m}
	}
	return s
}

// setupStories are the stories of the settings of a life that can be refused, and of
// which the program hears that, or does not.
func (t *teller) setupStories(l *life.Life, heard bool) []Story {
	var out []Story
	for _, n := range l.Setups {
		if heard == (n.Ins.Callee == ir.DroppedError) || slices.ContainsFunc(l.Setups, func(o *compose.Node) bool { return life.Repeats(n, o) }) {
			continue // it may only repeat another one
		}
		if s := t.setupStory(l, n); len(s.Moments) > 0 {
			out = append(out, s)
		}
	}
	return out
}

// moments are the events at which the user of an informer counts on it.
func (t *teller) moments(l *life.Life, key string, waits bool) []*compose.Node {
	var out []*compose.Node
	outside := l.Birth == nil
	if waits {
		if outside && len(l.Starts) == 0 {
			return nil // whoever made it starts it
		}
		for _, n := range l.Waits {
			if !t.g.Reaches(n.ID, n.ID) { // else it is repeated until something is there
				out = append(out, n)
			}
		}
		return out
	}
	if len(l.Starts) == 0 && !outside && (l.Birth.Frame.Fn.ServesTests() || t.g.Root.ServesTests() || t.g.Root.Unused) {
		return nil // tests fill stores by hand and inject what they like, and who is to call may start it
	}
	for _, n := range l.Registers[key] {
		// Registered and never looked at: it need not run, unless the factory
		// is started for some reason.
		if outside && t.trusted(n, key, l) || !outside && (len(l.Starts) > 0 || n.Op == clientgo.OpLister) {
			out = append(out, n)
		}
	}
	if outside {
		return out
	}
	for _, n := range l.Uses[key] {
		if !slices.Contains(out, n) { // a Lister() is both
			out = append(out, n)
		}
	}
	return out
}

// trusted: what licenses a story about a factory from outside. Whoever made it
// may have registered anything and may start it again, so nothing could be
// said; but a function that takes an accessor, calls Start, and then waits for
// the accessor's informer believes that it is the one who registers, and
// nothing else in the package does.
func (t *teller) trusted(n *compose.Node, key string, l *life.Life) bool {
	if n.Kind != compose.EvRegister || len(l.Starts) != 1 {
		return false
	}
	s := l.Starts[0]
	return s.Frame == t.g.Top() && n.Frame == s.Frame && t.g.TakenBefore(n, s) && t.g.Asked(l.Obj, key) && !t.g.Elsewhere(key)
}

// moment projects the program onto one resource and finds the ways.
func (t *teller) moment(l *life.Life, key string, target *compose.Node) Moment {
	p := newProjection(t.g, l, key, target)
	p.anchor = t.anchor
	if t.exitsOf == l {
		p.exits = t.exits // the life's other moments have the same
	}
	m := p.moment()
	t.exits, t.exitsOf = p.exits, l
	return m
}

func newProjection(g *life.Graph, l *life.Life, key string, target *compose.Node) *projection {
	p := &projection{g: g, l: l, key: key, target: target, syncs: target.Kind == compose.EvRead || target.Kind == compose.EvSync, spawns: make(map[int][]int), next: make(map[int]*ahead)}
	for _, n := range g.Nodes {
		for s := range n.Next() {
			if t := g.Nodes[s].Thread; t != n.Thread && g.Entry[t] == s {
				p.spawns[n.ID] = append(p.spawns[n.ID], t)
			}
		}
	}
	return p
}

// moment is the moment in each world that there may be.
func (p *projection) moment() Moment {
	var m Moment
	i := 0
	if !p.cache {
		for w := range p.g.Worlds(p.l.Obj) {
			m.add(p.in(w).told(), i)
			i++
		}
	}
	if i == 0 {
		return p.told()
	}
	m.Act, m.Site = actOf(p.target), p.g.Site(p.target)
	return m
}

// told finds the threads that matter, and their ways.
func (p *projection) told() Moment {
	g := p.g
	p.matter()
	p.reachEnds()
	p.postpone()
	m := Moment{Act: actOf(p.target), Site: g.Site(p.target)}
	for _, t := range slices.Sorted(maps.Keys(p.threads)) {
		if !p.kept(t) {
			continue
		}
		out := Thread{ID: t, Name: "main", Later: p.unknown(t), Ways: p.ways(t)}
		switch {
		case t == 0:
		case t == p.handler:
			out.Name, out.Key = "handler", "handler"
		default:
			out.Name = "goroutine"
			if at, ok := g.SpawnAt[t]; ok {
				n := g.Nodes[at]
				out.Key = threadKey(n)
				out.Group = n.Ins != nil && n.Ins.Op == ir.OpRun && n.Ins.Key != ir.AddFunc
				if s := g.Site(n); s.Where != "" {
					out.Name = "goroutine of " + s.Where
				}
			}
		}
		m.Threads = append(m.Threads, out)
	}
	m.Cut = p.cut
	return m
}

// threadKey names a thread by the statement that begins it, of those of its
// function: lines move in an edited copy.
func threadKey(n *compose.Node) string {
	if n.Ins == nil {
		return ""
	}
	k := 0
	for ins := range n.Frame.Fn.Instrs() {
		if ins == n.Ins {
			break
		}
		if ins.Op == ir.OpRun || ir.CallMode(ins.Mode) == ir.CallGo {
			k++
		}
	}
	return fmt.Sprintf("%s#%d", n.Frame.Fn.Key, k)
}

func actOf(n *compose.Node) Act {
	switch n.Kind {
	case compose.EvRegister:
		return ActRegister
	case compose.EvWait:
		return ActWait
	case compose.EvRead:
		return ActRead
	case compose.EvSync:
		return ActSync
	case compose.EvSetup:
		return ActSetup
	}
	return ActUse
}
