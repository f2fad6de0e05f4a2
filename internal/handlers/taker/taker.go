// Package taker says of keys that a handler should have enqueued whether it matters that
// they are not: who takes keys out of that queue, and that this worker does nothing for an
// object that is gone.
package taker

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/handlers/hop"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Idle names the worker that gets what should have been added to a queue, if that is all
// that is lost, and the worker does nothing for an object that is gone; "" if it may do
// something.
func Idle(p *resolve.Package, g *registered.Group, lost []*interp.Effect) string {
	if len(lost) == 0 {
		return ""
	}
	q := queueOf(p, g, lost[0])
	for _, e := range lost {
		if q = q.and(queueOf(p, g, e)); q.place == "" || !e.OwnKey {
			return ""
		}
	}
	gone := p.Machine.RunGone(q.place)
	if gone == nil || gone.GaveUp || slices.ContainsFunc(gone.Misses, func(m interp.Miss) bool { return !unset(m.Instr) }) || !paired(p, g, q, gone) {
		return ""
	}
	for _, e := range gone.Effects {
		if e.To != q.place || !handsBack(p, q.place, e) {
			return ""
		}
	}
	return p.Machine.Worker(q.place)
}

// A queue is one that a handler adds to.
type queue struct {
	place string     // its field, "" if that is not known
	owner ssa.Value  // the structure that it is in, as who registers the handler has it
	in    *ssa.Alloc // that structure where it is made, nil if that is not known
	key   bool       // it gets what a key function gives for the object
}

// queueOf returns the queue that an effect adds to, wherever it does so: one that nobody
// else takes from.
func queueOf(p *resolve.Package, g *registered.Group, e *interp.Effect) (q queue) {
	for i, s := range e.Into {
		at := queueAt(p, g, s)
		if at.key = ownKey(s); at.place == "" || e.To != "" && e.To != at.place {
			return queue{}
		}
		if i == 0 {
			q = at
		}
		q = q.and(at)
	}
	return q
}

// queueAt is the queue of one place that something is added at.
func queueAt(p *resolve.Package, g *registered.Group, s hop.Site) queue {
	if place, in := hop.Kept(s, p.Functions(), p.Machine.Need); in != nil {
		return queue{place: place, owner: in, in: in}
	}
	place, structure := hop.Own(s, p.Functions(), p.Machine.Need)
	param, ok := structure.(*ssa.Parameter)
	if !ok || !hop.Receiver(param) {
		return queue{}
	}
	if g.Delete == nil || param.Parent() != g.Delete.Fn {
		return queue{place: place, owner: param}
	}
	// The handler is a method. It may be one of a structure that is known.
	owner := hop.BoundTo(g.Delete.Fn, p.Functions())
	in, made := owner.(*ssa.Alloc)
	if made && !ssautil.Reaches(in, in) && types.Identical(in.Type(), param.Type()) {
		return queue{place: place, owner: in, in: in}
	}
	return queue{place: place, owner: owner}
}

// and is what is known of two queues that are in one place: not the structure, if that
// differs.
func (q queue) and(other queue) queue {
	if q.place != other.place {
		return queue{}
	}
	if q.in != other.in || q.owner != other.owner {
		q.in, q.owner = nil, nil
	}
	q.key = q.key && other.key
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
