package judge

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/hop"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
)

// harmless names the worker that gets the keys which a Delete function
// forgets to enqueue, if that is all it forgets, and the worker does nothing for
// an object that is gone; "" if it may do something.
func harmless(p *resolve.Package, g *registered.Group, t *Tomb) string {
	if t.Kind == Unchecked || len(t.Lost) == 0 {
		return ""
	}
	q := queueOf(p, t.Lost[0])
	for _, e := range t.Lost {
		if q = q.and(queueOf(p, e)); q.place == "" || !e.OwnKey {
			return ""
		}
	}
	gone := p.Machine.RunGone(q.place)
	if gone == nil || gone.GaveUp || slices.ContainsFunc(gone.Misses, func(m interp.Miss) bool { return !unset(m.Instr) }) || len(gone.Gone) == 0 {
		return ""
	}
	// Of a queue that the handler has from a variable, the type says too little: the
	// worker may ask another informer of it, or for something else of the same name.
	strict := q.captured || !own(p, g, t, q, gone.Gone)
	if strict && !paired(p, g, q, gone) {
		return ""
	}
	if slices.ContainsFunc(gone.Gone, func(l types.Type) bool {
		return l == nil && gone.Several || !types.Identical(cmp.Or(l, untyped), cmp.Or(gone.Gone[0], untyped))
	}) {
		return "" // it may look up something else as well, or instead, which is there
	}
	for _, e := range gone.Effects {
		if e.To != q.place || strict && !handsBack(p, q.place, e) {
			return ""
		}
	}
	if worker := p.Machine.Worker(q.place); worker != "" {
		return worker + " does nothing for an object that is gone"
	}
	return ""
}

// untyped stands for what a store hands out.
var untyped types.Type = types.Typ[types.UntypedNil]

// A queue is one that a handler adds to.
type queue struct {
	place    string     // its field or package variable, "" if that is not known
	in       *ssa.Alloc // the structure that it is in, nil if that is not known
	captured bool       // the handler has it from a variable
	key      bool       // it gets what a key function gives for the object
}

// queueOf returns the queue that an effect adds to, wherever it does so.
func queueOf(p *resolve.Package, e *interp.Effect) (q queue) {
	for i, s := range e.Into {
		place, in := hop.Kept(s, p.Functions(), p.Machine.Need)
		at := queue{cmp.Or(e.To, place), in, e.To == "", ownKey(s)}
		if at.captured && !at.key {
			return queue{}
		}
		if i == 0 {
			q = at
		}
		q = q.and(at)
	}
	return q
}

// and is what is known of two queues that are in one place: not the structure, if that
// differs.
func (q queue) and(other queue) queue {
	if q.place != other.place {
		return queue{}
	}
	if q.in != other.in {
		q.in = nil
	}
	q.captured, q.key = q.captured || other.captured, q.key && other.key
	return q
}

// unset reports whether a panic is only for who has set no function: whatever is in the
// queue then.
func unset(instr ssa.Instruction) bool {
	b := instr.Block()
	if _, ok := instr.(*ssa.Panic); !ok || len(b.Preds) != 1 {
		return false
	}
	branch, ok := b.Preds[0].Instrs[len(b.Preds[0].Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	cond, ok := branch.Cond.(*ssa.BinOp)
	if !ok || cond.Op != token.EQL || b.Preds[0].Succs[0] != b {
		return false
	}
	nothing, ok := cond.Y.(*ssa.Const)
	_, holds := cond.X.Type().Underlying().(*types.Signature)
	return ok && holds && nothing.IsNil()
}

// own reports whether the keys in a queue are those of the objects that the
// worker looks up: the types are the same, or no other handler adds to it. What is in an
// informer says so as well, which several controllers on one base need not share.
func own(p *resolve.Package, g *registered.Group, t *Tomb, q queue, looked []types.Type) bool {
	if a, ok := t.At.(*ssa.TypeAssert); ok && !types.IsInterface(a.AssertedType) && !clientgo.IsUnstructured(a.AssertedType) {
		return slices.ContainsFunc(looked, func(l types.Type) bool { return l != nil && types.Identical(l, a.AssertedType) })
	}
	if looked[0] != nil && len(g.Calls) > 0 && !g.Open && !slices.ContainsFunc(g.Calls, func(c ssa.CallInstruction) bool {
		informer, _ := method(c.Common())
		return informer == nil || !has(informer, looked[0])
	}) {
		return true
	}
	return !alsoOthers(p, g, q.place) // others may have a field in structures of their own, and look up something else there
}

// alsoOthers reports whether the handlers of another group add to a queue as well.
func alsoOthers(p *resolve.Package, g *registered.Group, place string) bool {
	for _, other := range p.Groups {
		if other == g {
			continue
		}
		for _, f := range []*registered.Func{other.Add, other.Update, other.Delete} {
			if f == nil {
				continue
			}
			for _, e := range p.Machine.RunObject(f).Effects {
				if e.To == place || slices.ContainsFunc(e.Into, func(s hop.Site) bool { at, _ := hop.Kept(s, p.Functions(), p.Machine.Need); return at == place }) {
					return true
				}
			}
		}
	}
	return false
}
