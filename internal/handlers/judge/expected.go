package judge

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// expected: what works on the queue waits until what it expects under an object's
// name has been observed, by functions that find the owner by its UID. Update only
// enqueues, and expectations are forgotten only by Delete, or where the object is
// not found: those of the old object can never be observed any more.
func (p *pair) expected(up *interp.Trail) *UID {
	if !onlyEnqueues(up) || len(up.Effects) == 0 {
		return nil
	}
	for _, t := range trackers(p.p.Functions()) {
		if len(t.asked) == 0 || !slices.ContainsFunc(t.observed, byOwner) {
			continue
		}
		if e := p.forgets(t); e != nil {
			for _, fn := range append(t.asked, t.observed...) {
				p.p.Machine.Need(fn)
			}
			return &UID{Kind: ExpectationsRemembered, Func: p.Update.Fn, State: e, Against: t.asks.Pos(), Worked: true}
		}
	}
	return nil
}

// forgets returns what makes a tracker forget the objects of the pair, if nothing
// does so but their Delete, and the work on keys where the object is not found.
func (p *pair) forgets(t *tracker) (own *interp.Effect) {
	var del *interp.Trail
	if p.Delete != nil {
		del = p.single(p.Delete)
	}
	for _, call := range t.forgets {
		if e := doneAt(del, call); e != nil {
			own = e
			continue
		}
		fn := call.Parent()
		gone, there := p.in.RunKey(fn, false), p.in.RunKey(fn, true)
		e := doneAt(gone, call)
		if e == nil || e.From == 0 || there.GaveUp || doneAt(there, call) != nil {
			return nil
		}
		if own == nil && slices.ContainsFunc(append(asserted(fn), gone.Gone...), p.handles) {
			own = e
		}
	}
	return own
}

// doneAt is the effect of a call in a run, named after what is called.
func doneAt(t *interp.Trail, call ssa.CallInstruction) *interp.Effect {
	if t == nil || t.GaveUp {
		return nil
	}
	for _, e := range effectsOf(t) {
		if e.Pos == call.Pos() || slices.ContainsFunc(e.Frame.Path(), func(f *interp.Frame) bool { return f.Call == call }) {
			called := *e
			_, called.Name = ssautil.Method(call.Common())
			called.Pos = call.Pos()
			return &called
		}
	}
	return nil
}

// handles reports whether the functions of the pair are for objects of a type.
func (p *pair) handles(typ types.Type) bool {
	for _, f := range []*registered.Func{p.Add, p.Update, p.Delete} {
		if f != nil && typ != nil && slices.ContainsFunc(asserted(f.Fn), func(t types.Type) bool { return types.Identical(t, typ) }) {
			return true
		}
	}
	return false
}

// asserted are the types of objects that a function asserts something to be.
func asserted(fn *ssa.Function) (out []types.Type) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if a, ok := instr.(*ssa.TypeAssert); ok && clientgo.IsObject(a.AssertedType) {
				out = append(out, a.AssertedType)
			}
		}
	}
	return out
}

// A tracker keeps what a controller expects to see, under the keys of objects, as
// ControllerExpectations of Kubernetes does.
type tracker struct {
	place           string
	forgets         []ssa.CallInstruction
	asks            ssa.CallInstruction
	asked, observed []*ssa.Function // where it is asked, or told of what was seen
}

// trackers finds the trackers that functions use.
func trackers(fns []*ssa.Function) (out []*tracker) {
	at := make(map[string]*tracker)
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				recv, name := ssautil.Method(call.Common())
				if recv == nil {
					continue
				}
				act := clientgo.Expects(recv.Type(), name)
				if act == clientgo.NoExpectation {
					continue
				}
				place := effect.Place(recv)
				t := at[place]
				if t == nil {
					t = &tracker{place: place}
					at[place] = t
					out = append(out, t)
				}
				switch act {
				case clientgo.AsksExpectations:
					t.asked, t.asks = append(t.asked, fn), call
				case clientgo.ForgetsExpectations:
					t.forgets = append(t.forgets, call)
				case clientgo.ObservesExpectations:
					t.observed = append(t.observed, fn)
				}
			}
		}
	}
	return out
}

// byOwner reports whether a function, or one that it calls, compares UIDs.
func byOwner(fn *ssa.Function) bool {
	return comparesUIDs(fn, func(callee *ssa.Function) bool { return comparesUIDs(callee, nil) })
}

func comparesUIDs(fn *ssa.Function, called func(*ssa.Function) bool) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.BinOp:
				if clientgo.IsUID(i.X.Type()) {
					return true
				}
			case ssa.CallInstruction:
				if callee := i.Common().StaticCallee(); callee != nil && called != nil && called(ssautil.Origin(callee)) {
					return true
				}
			}
		}
	}
	return false
}
