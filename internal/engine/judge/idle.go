package judge

import (
	"slices"

	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/life"
)

// idle: the factory starts no informer, because nothing calls its Start, or because
// whatever does comes before everything that is registered:
//
//	factory.Start(stop)
//	factory.WaitForCacheSync(stop) // asks nobody
//	pods := factory.Core().V1().Pods().Informer()
//	go pods.Run(stop)
func (j *judge) idle(l *life.Life) bool {
	return j.g.Object(l.Obj).IsFactory() && !slices.ContainsFunc(l.Starts, func(s *compose.Node) bool { return !j.hollow(l, s) })
}

// hollow: the Start finds nothing registered. It must not come again, and nobody that
// the factory was handed to before it may have asked for an informer.
func (j *judge) hollow(l *life.Life, s *compose.Node) bool {
	if j.repeated(s) {
		return false
	}
	for _, registers := range l.Registers {
		if slices.ContainsFunc(registers, func(r *compose.Node) bool { return !j.g.Strictly(s, r) }) {
			return false
		}
	}
	return !slices.ContainsFunc(l.Escapes, func(e *compose.Node) bool {
		return !j.g.Strictly(s, e) && e.Lets(l.Obj, "?", compose.CanRegister)
	})
}

// takesOne: the read is of one object. If that is missing, it says so, and most
// workers put the key back.
func takesOne(r *compose.Node) bool { return r.Ins.Name == "Get" || r.Ins.Name == "GetByKey" }

// ownKey: a worker takes one object out of the store, and only handlers of this
// informer make work, if only for what is changed or goes.
func (j *judge) ownKey(l *life.Life, key string, r *compose.Node) bool {
	return takesOne(r) && len(j.g.Handlers(l, key)) > 0 && !j.fedByOthers(l, key)
}

// awaitsSomething: between the start of an informer and its read there is another
// wait, of which nobody knows that it is for others: a handler's registration may be
// asked there, which has synced when the informer has.
func (j *judge) awaitsSomething(begin, w, r *compose.Node) bool {
	return slices.ContainsFunc(j.g.Waits, func(n *compose.Node) bool {
		at := j.g.Within(begin, n.Thread)
		return n != w && n.Kind == compose.EvSync && !j.asksOthers(n) && (at == nil || j.g.Reaches(at.ID, n.ID)) && j.g.Reaches(n.ID, r.ID)
	})
}
