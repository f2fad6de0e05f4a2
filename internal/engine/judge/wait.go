package judge

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/life"
	"github.com/informerlint/informerlint/internal/engine/program"
)

// Rules about waits, of the check syncwait.
const (
	WaitBeforeStart  = "wait-before-start"
	ReadBeforeWait   = "read-before-wait"
	WorkerBeforeWait = "worker-before-wait"
)

// tooEarly finds waits and reads that come too early. An informer that one of
// the other rules has something to say about is theirs: there the wait is only
// a consequence.
func (j *judge) tooEarly(l *life.Life) []Verdict {
	if l.Birth.Frame.Fn.ServesTests() || j.g.Root.ServesTests() {
		return nil
	}
	var out []Verdict
	if j.g.Object(l.Obj).IsFactory() && !j.taken(l, "") {
		out = append(out, j.waitsForNothing(l)...)
	}
	for _, key := range life.SortedKeys(l.Syncs) {
		if !j.taken(l, key) {
			out = append(out, j.waitsForEver(l, key)...)
		}
	}
	if len(out) > 0 {
		return out // a wait in the wrong place is one defect, whatever is read after it
	}
	for _, key := range life.SortedKeys(l.Reads) {
		if key == "?" || j.taken(l, key) || j.g.Filled(l, key) != "" {
			continue
		}
		for _, r := range l.Reads[key] {
			if r.Weak || r.Ins.Tentative || r.OfSeveral() || !j.ours(l, r) || r.Frame.Fn.ServesTests() || j.letOut(l, key, r) {
				continue
			}
			with := j.g.With(l, r)
			out = append(out, j.readsEarly(with, key, r)...)
			out = append(out, j.worksEarly(with, key, r)...)
		}
	}
	return out
}

// ours: the read is in this package, or it is here that the informer and what
// reads it come together. Elsewhere it is reported there.
func (j *judge) ours(l *life.Life, r *compose.Node) bool {
	if r.Frame.Fn.Local {
		return true
	}
	for _, events := range []map[string][]*compose.Node{l.Runs, l.Syncs} {
		for _, nodes := range events {
			if !slices.ContainsFunc(nodes, func(n *compose.Node) bool { return j.g.Common(n, r).Fn.Local }) {
				return false
			}
		}
	}
	return !slices.ContainsFunc(slices.Concat(l.Starts, l.Waits), func(n *compose.Node) bool { return !j.g.Common(n, r).Fn.Local })
}

// letOut: before the read, the informer or its factory has left to where it may
// have been started and awaited.
func (j *judge) letOut(l *life.Life, key string, r *compose.Node) bool {
	return slices.ContainsFunc(l.Escapes, func(e *compose.Node) bool {
		return e.Lets(l.Obj, key, compose.CanStart|compose.CanRun) && j.g.Reaches(e.ID, r.ID)
	})
}

// taken: another rule speaks about an informer of the life.
func (j *judge) taken(l *life.Life, key string) bool {
	return slices.ContainsFunc(j.found, func(v Verdict) bool {
		return v.Rule != RedundantGo && v.Obj == l.Obj && (v.Rule == StartRacesWait || slices.Contains(v.Keys, key))
	})
}

// begins are the events that let an informer run. A Start that all its
// registrations follow is none of them: it starts what is registered by then, so
// that a factory which is started in two phases runs the second's informers only
// from the second Start on.
func (j *judge) begins(l *life.Life, key string) []*compose.Node {
	begins := l.Begins(key)
	if key == "" || !j.g.Object(l.Obj).IsFactory() || len(l.Registers[key]) == 0 {
		return begins
	}
	return slices.DeleteFunc(begins, func(b *compose.Node) bool {
		if b.Kind != compose.EvStart {
			return false
		}
		for k, registers := range l.Registers {
			if compose.MayBe(k, key) && slices.ContainsFunc(registers, func(r *compose.Node) bool { return !j.g.Strictly(b, r) }) {
				return false
			}
		}
		return true
	})
}

// onlyAfter: whatever lets the informer run, here or where it leaves to, comes
// after n, and something does.
func (j *judge) onlyAfter(l *life.Life, key string, n *compose.Node) bool {
	begins := j.begins(l, key)
	for _, b := range begins {
		if !j.g.Strictly(n, b) {
			return false
		}
	}
	for _, e := range l.Escapes {
		if e.Lets(l.Obj, key, compose.CanStart|compose.CanRun) && !j.g.Strictly(n, e) {
			return false
		}
	}
	return len(begins) > 0
}

// waitsForNothing: the factory's own wait, before its Start on every path. It
// asks for the informers that have been started (informers/factory.go,
// WaitForCacheSync, v0.37.2), and there are none. If the program waits once
// more when it has started them, nothing is lost, and nothing is reported.
func (j *judge) waitsForNothing(l *life.Life) []Verdict {
	var out []Verdict
	all := l
	for _, w := range all.Waits {
		l := j.g.With(all, w)
		if w.Weak || len(l.Starts) == 0 || !j.onlyAfter(l, "", w) || j.instead(all.Starts, w) {
			continue
		}
		if again := j.waitsAgain(l, w); again != nil {
			j.noteAt(w, "waits before Start, but there is another wait at %s", j.g.Site(again).Where)
			continue
		}
		var keys []string
		for _, key := range life.SortedKeys(l.Registers) {
			for _, r := range l.Registers[key] {
				if key != "?" && life.Strong(r, key) && j.g.Strictly(r, w) && j.used(l, key) && j.looked(l, key, w) {
					keys = append(keys, key)
					break
				}
			}
		}
		if len(keys) == 0 {
			j.noteAt(w, "waits before Start, but nobody is seen who reads what it should have waited for")
			continue
		}
		v := j.early(WaitBeforeStart, l, keys[0], w, j.g.SiteBeside(w, l.Starts[0]))
		v.place(Start, j.g.SiteBeside(l.Starts[0], w))
		v.place(Wait, j.g.Site(w))
		v.trait(OwnWait, true)
		out = append(out, v)
	}
	return valid(out)
}

// looked: somebody may see that the informer has not synced: its store is read, and not
// only before w, or its lister or store is taken by somebody who may. Where there are only
// handlers, they are told of everything as it comes, with the wait and without it. Who is
// handed the informer itself, after w, can wait for it as well.
func (j *judge) looked(l *life.Life, key string, w *compose.Node) bool {
	may := func(of map[string][]*compose.Node, is func(*compose.Node) bool) bool {
		return slices.ContainsFunc(life.SortedKeys(of), func(k string) bool { return compose.MayBe(k, key) && slices.ContainsFunc(of[k], is) })
	}
	return may(l.Reads, func(r *compose.Node) bool { return !j.g.Strictly(r, w) }) || may(l.Uses, func(n *compose.Node) bool {
		return (n.Op == clientgo.OpLister || n.Op == clientgo.OpStore) && n.Kept()
	})
}

// waitsAgain returns something else that may wait for informers of the factory.
func (j *judge) waitsAgain(l *life.Life, w *compose.Node) *compose.Node {
	for _, n := range j.g.Waits {
		if n == w || n.Kind == compose.EvAwait || n.Kind == compose.EvUnknown || n.Kind == compose.EvEscape || !j.g.Together(n, w) {
			continue
		}
		if n.Kind == compose.EvSync || slices.ContainsFunc(n.Subjects, func(s compose.Subject) bool { return s.Obj == l.Obj }) {
			return n
		}
	}
	return nil
}

// waitsForEver: cache.WaitForCacheSync on the HasSynced of an informer that can
// only begin to run when it has returned.
func (j *judge) waitsForEver(l *life.Life, key string) []Verdict {
	var out []Verdict
	all := l
	for _, w := range all.Syncs[key] {
		if w.Weak || key == "?" || j.g.Reaches(w.ID, w.ID) || j.instead(all.Begins(key), w) {
			continue
		}
		l := j.g.With(all, w)
		if !w.Frame.Fn.Local && slices.ContainsFunc(j.begins(l, key), func(b *compose.Node) bool { return !j.g.Common(w, b).Fn.Local }) {
			continue // both are in another package: it is said there
		}
		if j.g.Filled(l, key) != "" || !j.onlyAfter(l, key, w) {
			continue
		}
		begin := j.begins(l, key)[0]
		v := j.early(WaitBeforeStart, l, key, w, j.g.SiteBeside(w, begin))
		v.place(Start, j.g.SiteBeside(begin, w))
		v.place(Wait, j.g.Site(w))
		out = append(out, v)
	}
	return valid(out)
}

// readsEarly: a lister or store is read in the flow that starts its informer,
// and nothing has waited in between; or before it, with the wait after it.
func (j *judge) readsEarly(l *life.Life, key string, r *compose.Node) []Verdict {
	if j.g.Reaches(r.ID, r.ID) {
		return nil // it may be read until something is there
	}
	begins := j.begins(l, key)
	if j.instead(begins, r) {
		return nil
	}
	var before []*compose.Node // where the thread of r starts it
	for _, b := range begins {
		at := j.g.Within(b, r.Thread)
		switch {
		case j.g.Strictly(r, b):
		case at != nil && j.g.Strictly(at, r):
			before = append(before, at)
		default:
			return nil // it may run already, or may not
		}
	}
	for _, e := range l.Escapes {
		if e.Lets(l.Obj, key, compose.CanStart|compose.CanRun) && !j.g.Strictly(r, e) {
			return nil
		}
	}
	wait := j.waitAfter(l, key, r)
	v := j.early(ReadBeforeWait, l, key, r, j.g.Site(r))
	v.place(Read, v.Anchor)
	if len(before) == 0 {
		// Not started yet. That a wait follows says that somebody counts on it.
		if wait == nil || len(begins) == 0 || !j.g.Strictly(begins[0], wait) {
			return nil
		}
		v.place(Start, j.g.SiteBeside(begins[0], r))
		v.place(Wait, j.g.SiteBeside(wait, r))
		return valid([]Verdict{v})
	}
	start := before[0]
	if !slices.ContainsFunc(before, func(s *compose.Node) bool { return j.g.Always(s, r) }) {
		return nil
	}
	if j.g.Object(l.Obj).IsFactory() && !slices.ContainsFunc(l.Registers[key], func(n *compose.Node) bool { return life.Strong(n, key) && j.g.Strictly(n, start) }) {
		return nil // registered afterwards: that is another rule's
	}
	for _, n := range j.g.Waits {
		if n.Kind == compose.EvAwait && n.Ins.Name == program.Sleep {
			continue // that it is long enough is luck
		}
		if j.g.Reaches(start.ID, n.ID) && j.g.Reaches(n.ID, r.ID) {
			j.noteAt(r, "read right after its informer is started, but something at %s may wait", j.g.Site(n).Where)
			return nil
		}
	}
	v.place(Start, j.g.SiteBeside(start, r))
	v.trait(Aside, slices.ContainsFunc(slices.Concat(l.Waits, l.Syncs[key]), func(w *compose.Node) bool { return w.Thread != r.Thread }))
	if wait != nil {
		v.place(Wait, j.g.SiteBeside(wait, r))
	}
	return valid([]Verdict{v})
}

// instead: what is called where n is reached may start the informer instead.
func (j *judge) instead(begins []*compose.Node, n *compose.Node) bool {
	b := slices.IndexFunc(begins, func(b *compose.Node) bool { return j.g.Instead(b, n) })
	if b >= 0 {
		j.noteAt(n, "one of several functions that are called there, of which another one starts the informer at %s", j.g.Site(begins[b]).Where)
	}
	return b >= 0
}

// worksEarly: a goroutine reads a lister, and who has started the goroutine
// waits for the informer only afterwards.
func (j *judge) worksEarly(l *life.Life, key string, r *compose.Node) []Verdict {
	spawn := j.g.SpawnOf(r)
	if spawn == nil {
		return nil
	}
	for _, e := range l.Escapes {
		if e.Lets(l.Obj, key, compose.CanStart|compose.CanRun) && !j.g.Strictly(spawn, e) {
			return nil
		}
	}
	wait, begins := j.waitAfter(l, key, spawn), j.begins(l, key)
	if wait == nil || len(begins) == 0 {
		return nil
	}
	for _, n := range j.g.Waits {
		if n.Kind == compose.EvAwait && n.Ins.Name == program.TakesWork && !repaired(r) && j.fedBefore(l, key, wait) {
			continue
		}
		switch {
		case j.g.Inside(n, r.Thread) && j.g.Reaches(n.ID, r.ID):
			j.noteAt(r, "read in a goroutine before the wait at %s, but something at %s may wait for it", j.g.Site(wait).Where, j.g.Site(n).Where)
			return nil
		case n != wait && j.g.Reaches(n.ID, spawn.ID) && slices.ContainsFunc(begins, func(b *compose.Node) bool {
			at := j.g.Within(b, spawn.Thread)
			return at == nil || j.g.Reaches(at.ID, n.ID)
		}):
			return nil // it may be synced when the goroutine begins
		}
	}
	v := j.early(WorkerBeforeWait, l, key, r, j.g.SiteBeside(spawn, wait))
	v.place(Read, j.g.Site(r))
	v.place(Wait, j.g.SiteBeside(wait, spawn))
	v.place(Start, j.g.SiteBeside(begins[0], spawn))
	return valid([]Verdict{v})
}

// fedByOthers: a handler of another informer is there, whose events come, and
// make work, whether this one is synced or not. Work that comes from the informer
// that is read finds at least the object that it is about.
func (j *judge) fedByOthers(l *life.Life, key string) bool { return j.fedBefore(l, key, nil) }

// fedBefore: such a handler is told of something before a wait is over. One that is
// registered behind it, or whose informer begins there, is not.
func (j *judge) fedBefore(l *life.Life, key string, wait *compose.Node) bool {
	for _, n := range j.g.Nodes {
		if n.Kind != compose.EvUse || n.Op != clientgo.OpAddHandler || n.Weak || n.Subjects[0].Obj == l.Obj && compose.MayBe(n.Subjects[0].Key, key) {
			continue
		}
		if wait == nil || !j.g.Strictly(wait, n) && !j.beginsBehind(n.Subjects[0], wait) {
			return true
		}
	}
	return false
}

// beginsBehind: an informer runs only when a wait is over.
func (j *judge) beginsBehind(s compose.Subject, wait *compose.Node) bool {
	l := j.g.Lives[s.Obj]
	if l == nil {
		return false
	}
	begins := j.begins(l, s.Key)
	return len(begins) > 0 && !slices.ContainsFunc(begins, func(b *compose.Node) bool { return !j.g.Strictly(wait, b) })
}

// waitAfter is the wait for a resource that surely follows n in its thread.
func (j *judge) waitAfter(l *life.Life, key string, n *compose.Node) *compose.Node {
	for _, w := range slices.Concat(l.Waits, l.Syncs[key]) {
		if !w.Weak && w.Thread == n.Thread && j.g.Strictly(n, w) {
			return w
		}
	}
	return nil
}

func (j *judge) early(rule string, l *life.Life, key string, target *compose.Node, anchor compose.Site) Verdict {
	v := j.verdict(rule, l, anchor, key)
	v.place(Birth, j.g.Site(l.Birth))
	v.trait(StandAlone, j.g.Single(l))
	v.Moment = target
	return v
}
