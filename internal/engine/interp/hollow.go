package interp

import "github.com/informerlint/informerlint/internal/engine/ir"

// registration is the object that stands for what an AddEventHandler returns.
func (in *Interpretation) registration(f *Frame, ins *ir.Instr) int {
	o, ok := f.allocs[ins]
	if !ok {
		obj := in.newObject(oRegistration)
		obj.frame, obj.ins, obj.Weak = f, ins, f.loop || f.Fn.InLoop(ins)
		o = obj.ID
		f.allocs[ins] = o
	}
	return o
}

// hollowResults gives the results of a call that is not followed a value that
// says so, where somebody asks.
func (in *Interpretation) hollowResults(f *Frame, ins *ir.Instr) {
	if in.hollow != nil {
		for _, r := range ins.Results {
			in.assign(f, r, Value{VHollow, in.hollow.ID, ""})
		}
	}
}

// hollowStore stores what has no value in the end as a value that says so.
func (in *Interpretation) hollowStore(f *Frame, ins *ir.Instr) {
	if in.hollow == nil || !in.settled || len(f.Get(ins.B)) > 0 {
		return
	}
	for _, a := range f.Get(ins.A) {
		if a.Kind == VLoc {
			in.store(loc{a.Obj, a.Key}, Values{{VHollow, in.hollow.ID, ""}})
		}
	}
}

// Registered is the call of AddEventHandler that made a registration; nil if
// that is not one call.
func (in *Interpretation) Registered(obj int) (*Frame, *ir.Instr) {
	if o := in.objs[obj]; o.origin == oRegistration && !o.Weak {
		return o.frame, o.ins
	}
	return nil, nil
}
