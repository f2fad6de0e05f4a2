package judge

import (
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/interp"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/life"
	"github.com/informerlint/informerlint/internal/engine/program"
)

// NeverAwaited: a wait names other informers, or is a factory's that has not started
// this one, and nothing waits for it; or nothing waits at all, and a worker is there
// for what other informers tell, or a goroutine reads once.
// HandlerBeforeWait: the handler of another informer reads this one, for which
// nothing waits.
const (
	NeverAwaited      = "never-awaited"
	HandlerBeforeWait = "handler-before-wait"
)

// unawaited: an informer is begun and read, a wait beside it names others, and
// nothing in the program can know whether this one has synced. Whatever else
// the program waits for, that it is long enough is luck.
//
// Without the other informer little is said (see goesAhead): a program that awaits
// none may poll, or do with what is there.
func (j *judge) unawaited(l *life.Life) []Verdict {
	if l.Birth.Frame.Fn.ServesTests() || j.g.Root.ServesTests() || len(l.Waits) > 0 && !j.idle(l) {
		return nil
	}
	var out []Verdict
	for _, key := range life.SortedKeys(l.Reads) {
		if key == "?" || j.taken(l, key) || j.g.Filled(l, key) != "" || !j.hidden(l, key) || j.g.Knows(l.Obj, key, j.idle(l)) {
			continue
		}
		begin := j.g.Begun(l, key)
		if begin == nil {
			continue
		}
		if v, ok := j.unawaitedBy(l, key, begin); ok {
			out = append(out, v)
		}
	}
	return valid(out)
}

// unawaitedBy looks at the reads of one informer. One that the wait leads to says
// best what is wrong, and the same in every program that the wait is part of.
func (j *judge) unawaitedBy(l *life.Life, key string, begin *compose.Node) (v Verdict, ok bool) {
	for _, r := range l.Reads[key] {
		if r.Weak || r.Ins.Tentative || r.OfSeveral() || r.Frame.Fn.ServesTests() {
			continue
		}
		if w := j.leavesOut(l, key, begin, r); w != nil {
			at := j.guarded(w, r)
			if guarded := at != nil && j.g.Common(w, at).Fn.Local; guarded || !ok {
				v, ok = j.leftOut(l, key, begin, w, r), true
				if guarded {
					break
				}
			}
			continue
		}
		if told := j.toldEarly(l, key, r); told != nil && !ok {
			v, ok = j.byHandler(l, key, begin, told, r), true
		}
		if !ok && j.goesAhead(l, key, begin, r) {
			v, ok = j.noWait(l, key, begin, r), true
		}
	}
	return v, ok
}

// hidden: nobody outside of the program gets at the informer or its factory, so
// that nobody there can wait for it.
func (j *judge) hidden(l *life.Life, key string) bool {
	return !slices.ContainsFunc(l.Escapes, func(e *compose.Node) bool {
		return e.Lets(l.Obj, key, compose.CanStart|compose.CanRun)
	})
}

// leavesOut is the wait for other informers that a reader of this one counts
// on.
func (j *judge) leavesOut(l *life.Life, key string, begin, r *compose.Node) *compose.Node {
	later := j.g.LaterThread(r, 0)
	fed := j.fed(r)
	switch {
	case j.g.Strictly(r, begin):
		return nil
	case (later || fed) && j.handled(l, key):
		return nil // what is read may be what its own handler has been told of
	case (fed || later && j.within()) && repaired(r):
		return nil // the work is done again
	case fed && j.ownKey(l, key, r):
		return nil // the event that has made the work was about it, so it is there
	case !fed && j.repeats(r):
		return nil // what reads again and again by a timer makes up for what it has missed
	}
	var best *compose.Node
	after := func(w *compose.Node) bool {
		at := j.g.Within(begin, w.Thread)
		return at != nil && j.g.Strictly(at, w)
	}
	for _, w := range j.g.Waits {
		if !w.Frame.Fn.Local && !j.g.Common(w, begin).Fn.Local || !j.asksOthers(w) && !j.ofAnother(l, w) && !j.byHand(l, w) {
			continue // both are in another package: it is said there, and not to each caller
		}
		if j.byHand(l, w) && fed && takesOne(r) || j.awaitsSomething(begin, w, r) {
			continue
		}
		beside := j.near(w, begin) || j.guarded(w, r) != nil
		if !beside && (later || j.g.Reaches(r.ID, r.ID)) || !later && !j.g.Strictly(w, r) {
			continue
		}
		if best == nil || after(w) && !after(best) {
			best = w
		}
	}
	return best
}

// within: somebody of the package calls what is judged, and goes on with what it returns.
func (j *judge) within() bool { return !j.g.Root.Exported && !strings.HasSuffix(j.g.Root.Key, ".main") }

// repeats: the read is in a loop, or in a function that is given to one that runs it
// in a goroutine, and maybe more than once.
func (j *judge) repeats(r *compose.Node) bool {
	spawn := j.g.SpawnOf(r)
	return j.g.Reaches(r.ID, r.ID) || spawn != nil && spawn.Ins.Op == ir.OpRun
}

// guarded is where the reader begins, or r itself, if the function that waits
// comes to it only when the wait is over, on every path; nil otherwise.
func (j *judge) guarded(w, r *compose.Node) *compose.Node {
	if at := j.g.Within(r, w.Thread); at != nil && j.g.Strictly(w, at) && j.g.Always(w, at) && j.near(w, at) {
		return at
	}
	return nil
}

// near: both are in one function, or one or two calls below it.
func (j *judge) near(n, other *compose.Node) bool {
	top := j.g.Common(n, other)
	for _, f := range []*interp.Frame{n.Frame, other.Frame} {
		for steps := 0; f != top; steps++ {
			if f == nil || steps == 2 {
				return false
			}
			f, _ = f.Above()
		}
	}
	return true
}

// asksOthers: the wait is for informers, and it is known for which; or it is for
// functions that ask some.
func (j *judge) asksOthers(w *compose.Node) bool {
	if w.Kind != compose.EvSync {
		return false
	}
	a := j.g.Awaited(w)
	if a.Open {
		return false
	}
	if len(a.Informers) > 0 {
		return true
	}
	return len(a.Funcs) > 0 && slices.ContainsFunc(j.g.Nodes, func(n *compose.Node) bool {
		return n.AsksSynced() && n.Thread == w.Thread && j.g.Reaches(n.ID, w.ID) && slices.Contains(a.Funcs, n.Frame.Fn.Key)
	})
}

// ofAnother: the wait is that of another factory, which has something to wait for.
func (j *judge) ofAnother(l *life.Life, w *compose.Node) bool {
	if w.Kind != compose.EvWait || w.Weak || w.Subjects[0].Obj == l.Obj {
		return false
	}
	other := j.g.Lives[w.Subjects[0].Obj]
	return other != nil && other.Birth != nil && len(other.Starts) > 0 && len(other.Registers) > 0
}

// byHand: the wait is the factory's own, which has started nothing, so that it asks
// no informer (informers/factory.go, WaitForCacheSync, v0.37.2): they are run by hand.
func (j *judge) byHand(l *life.Life, w *compose.Node) bool {
	return w.Kind == compose.EvWait && !w.Weak && w.Subjects[0].Obj == l.Obj && j.idle(l)
}

// fed: the thread of a read takes work from a queue before it.
func (j *judge) fed(r *compose.Node) bool {
	return slices.ContainsFunc(j.g.Waits, func(n *compose.Node) bool {
		return n.Kind == compose.EvAwait && n.Ins.Name == program.TakesWork && n.Thread == r.Thread && j.g.Reaches(n.ID, r.ID)
	})
}

// handled: a handler is told of what the informer adds.
func (j *judge) handled(l *life.Life, key string) bool {
	return slices.ContainsFunc(j.g.Handlers(l, key), func(n *compose.Node) bool { return !n.Ins.Tentative })
}

// toldEarly: the Add handler of another informer reads this one, whose own
// handlers, if it has any, are told of nothing that is added: there is nobody who
// could make up for what the first has missed.
func (j *judge) toldEarly(l *life.Life, key string, r *compose.Node) *life.Told {
	if j.handled(l, key) || j.polled(l, key) || repaired(r) || j.comesAgain() {
		return nil
	}
	for _, told := range j.g.Tellers(r) {
		if (told.Life != l || told.Key != key) && told.Begin.Frame.Fn.Local {
			return &told
		}
	}
	return nil
}

// goesAhead: a goroutine reads, no wait beside it is for anything, and nothing makes
// up for what it has missed: its work comes from other informers, and what it lists
// for it looks the same whether it is all there or not; or it reads once, right after
// the start. A Get in a worker says that something is missing, and most put the key
// back then.
func (j *judge) goesAhead(l *life.Life, key string, begin, r *compose.Node) bool {
	if j.g.SpawnOf(r) == nil || j.g.LaterThread(r, 0) || !j.g.Common(begin, r).Fn.Local || j.handled(l, key) || j.polled(l, key) || j.awaitsUnknown() {
		return false
	}
	if j.fed(r) {
		return !takesOne(r) && !madeUp(r) && j.fedByOthers(l, key) && !j.comesAgain()
	}
	return !madeUp(r) && j.onceAfter(begin, r)
}

// repaired: something may make up for the read, in its own function or where that was
// called.
func repaired(r *compose.Node) bool {
	if r.Ins.Callee != ir.MadeUpAbroad {
		return r.Ins.Callee == ir.MadeUp
	}
	above, _ := r.Frame.Above()
	return above == nil || pkgOf(above.Fn.Key) != pkgOf(r.Frame.Fn.Key)
}

// pkgOf is the import path in the key of a function.
func pkgOf(key string) string {
	key = strings.TrimLeft(key, "(*")
	slash := strings.LastIndex(key, "/")
	name, _, _ := strings.Cut(key[slash+1:], ".")
	return key[:slash+1] + name
}

// madeUp: also where the package has work done again, of which it is not known which.
func madeUp(r *compose.Node) bool { return r.Ins.Callee == ir.PutOff || repaired(r) }

// awaitsUnknown: the program waits for something of which it is not known which
// informers it asks, such as the registration of a handler.
func (j *judge) awaitsUnknown() bool {
	return slices.ContainsFunc(j.g.Waits, func(w *compose.Node) bool {
		if w.Kind != compose.EvSync {
			return false
		}
		a := j.g.Awaited(w)
		return a.Open || len(a.Informers) == 0
	})
}

// comesAgain: what makes work may make it again for everything: handlers are told of it
// from time to time, or what they are told of is listed again and again.
func (j *judge) comesAgain() bool {
	for _, obj := range j.g.Order {
		l, keys := j.g.Lives[obj], []string{""}
		if !j.g.Single(l) {
			keys = life.SortedKeys(l.Registers)
		}
		for _, key := range keys {
			// Whichever informer's handler is told again may do all the work again.
			if l.Birth != nil && (l.Birth.Ins.Callee == ir.Resyncs || j.resyncs(l, key)) && j.hears(l, key) {
				return true
			}
			if !j.handled(l, key) {
				continue
			}
			if l.Birth == nil || slices.ContainsFunc(l.Reads[key], func(r *compose.Node) bool {
				return r.Ins.Name != "Get" && !j.fed(r) && j.repeats(r) && !j.g.LaterThread(r, 0)
			}) {
				return true
			}
		}
	}
	return false
}

// resyncs: a handler is registered with a period of its own, or the informer is made by a
// function that the factory was given, which may have set one.
func (j *judge) resyncs(l *life.Life, key string) bool {
	return slices.ContainsFunc(j.g.Handlers(l, key), func(n *compose.Node) bool {
		return clientgo.HasPeriod(n.Ins.Name)
	}) || slices.ContainsFunc(l.Registers[key], func(n *compose.Node) bool { return n.Op == clientgo.OpInformerFor })
}

// hears: a handler may do something when it is told of an object again that has not changed.
func (j *judge) hears(l *life.Life, key string) bool {
	return slices.ContainsFunc(j.g.Handlers(l, key), func(n *compose.Node) bool { return !n.Ins.Deaf })
}

// polled: something reads the informer again and again without work from a queue. It
// may wait until something is there, and the others for it.
func (j *judge) polled(l *life.Life, key string) bool {
	return slices.ContainsFunc(l.Reads[key], func(r *compose.Node) bool { return !j.fed(r) && j.repeats(r) })
}

// onceAfter: the goroutine of a read begins after the informer, on every path; it
// reads once; and nothing in between may wait.
func (j *judge) onceAfter(begin, r *compose.Node) bool {
	if j.repeats(r) {
		return false
	}
	for spawn := j.g.SpawnOf(r); spawn != nil && !j.g.Reaches(spawn.ID, spawn.ID); spawn = j.g.SpawnOf(spawn) {
		at := j.g.Within(begin, spawn.Thread)
		if at == nil || !j.g.Strictly(at, spawn) || !j.g.Always(at, spawn) {
			continue
		}
		return !slices.ContainsFunc(j.g.Waits, func(n *compose.Node) bool {
			return n.Ins.Name != program.Sleep && j.g.Reaches(at.ID, n.ID) && j.g.Reaches(n.ID, r.ID)
		})
	}
	return false
}

func (j *judge) noWait(l *life.Life, key string, begin, r *compose.Node) Verdict {
	v := j.early(NeverAwaited, l, key, r, j.g.SiteBeside(r, begin))
	v.place(Start, j.g.SiteBeside(begin, r))
	v.place(Read, j.g.Site(r))
	v.trait(NoWait, true)
	return v
}

func (j *judge) byHandler(l *life.Life, key string, begin *compose.Node, told *life.Told, r *compose.Node) Verdict {
	v := j.early(HandlerBeforeWait, l, key, r, j.g.SiteBeside(told.Begin, begin))
	v.place(Start, j.g.SiteBeside(begin, told.Begin))
	v.place(Sibling, v.Anchor)
	v.place(Read, j.g.Site(r))
	return v
}

// toldBefore: a handler of another informer reads this one as well, and may be called
// before the wait is over, so that it helps little if that asks it, too.
func (j *judge) toldBefore(l *life.Life, key string, w *compose.Node) bool {
	reads := func(thread int) bool {
		return slices.ContainsFunc(l.Reads[key], func(r *compose.Node) bool { return r.Thread == thread })
	}
	for _, obj := range j.g.Order {
		other, keys := j.g.Lives[obj], []string{""}
		if !j.g.Single(other) {
			keys = life.SortedKeys(other.Registers)
		}
		for _, k := range keys {
			if other == l && k == key {
				continue
			}
			if begin := j.g.Begun(other, k); begin != nil && j.g.Strictly(w, begin) {
				continue
			}
			if slices.ContainsFunc(j.g.Handlers(other, k), func(h *compose.Node) bool { return slices.ContainsFunc(j.g.Adds(h), reads) }) {
				return true
			}
		}
	}
	return false
}

func (j *judge) leftOut(l *life.Life, key string, begin, w, r *compose.Node) Verdict {
	anchor, wait, moment := j.g.SiteShown(w, begin), j.g.SiteShown(w, begin), w
	switch at := j.guarded(w, r); {
	case j.g.Strictly(w, begin):
		// When the wait is over there is nothing yet to be seen.
		anchor, moment = j.g.SiteBeside(begin, w), r
	case at != nil && j.g.Common(w, at).Fn.Local: // whatever leads to both
		anchor = j.g.SiteShown(w, at)
		wait = anchor
	case !j.near(w, begin): // what leads to it here may be no more than a return
		anchor, wait = j.g.SiteBeside(begin, w), j.g.Site(w)
	}
	v := j.early(NeverAwaited, l, key, moment, anchor)
	v.place(Start, j.g.SiteBeside(begin, w))
	v.place(Wait, wait)
	v.place(Read, j.g.Site(r))
	v.trait(OfAnother, w.Kind == compose.EvWait && !j.byHand(l, w))
	v.trait(OwnWait, j.byHand(l, w))
	v.trait(ToldBefore, j.toldBefore(l, key, w))
	// Several informers that one line forgets are several defects: each is told of.
	v.ID = j.ident(NeverAwaited, anchor) + "#" + v.At(Birth).Where + "/" + key
	return v
}
