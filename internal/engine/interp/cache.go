package interp

import (
	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ctrlruntime"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// Direct, as the Key of a VHolder or VClient, says that all its reads are answered
// from the cache. A client that is not reads unstructured objects live.
const Direct = "direct"

// newCacheObject is the object that a constructor makes.
func (in *Interpretation) newCacheObject(f *Frame, ins *ir.Instr) Value {
	o := in.objectOf(f, ins, oCache)
	o.Name = ins.Name
	v := Value{VHolder, o.ID, ""}
	if ins.Name == ctrlruntime.Cache.String() {
		v.Key = Direct
	}
	return v
}

// cachePrimitive gives the result of an operation on something that leads to a
// cache; ok says that it is one.
func cachePrimitive(op clientgo.Op, v Value) (out Value, ok bool) {
	cache := v.Kind == VHolder || v.Kind == VClient
	switch op {
	case clientgo.OpClient:
		return Value{VClient, v.Obj, ""}, v.Kind == VHolder
	case clientgo.OpCacheOf:
		return Value{VHolder, v.Obj, Direct}, v.Kind == VHolder
	case clientgo.OpClientOf:
		return Value{VClient, v.Obj, ""}, cache
	case clientgo.OpReader:
		if v.Kind == VHolder {
			v = Value{VClient, v.Obj, Direct}
		}
		return v, true
	case clientgo.OpBehind:
		return v, !cache
	}
	return Value{}, false
}

// foreign: the operation is on an object of a type whose methods are not known,
// which may do anything with what is in it.
func (in *Interpretation) foreign(ins *ir.Instr, v Value) bool {
	follows := ins.Proto == clientgo.OpReader || ins.Proto == clientgo.OpBehind || ins.Proto == clientgo.OpClientOf
	return !follows && in.set.Caches() && in.Opaque(v, ins.Name)
}

// holds reports whether values lead to a cache: to one that can be started, if
// holder is set.
func (in *Interpretation) holds(vs Values, holder bool) bool {
	seen := make(map[Value]bool)
	var visit func(v Value) bool
	visit = func(v Value) bool {
		if seen[v] {
			return false
		}
		seen[v] = true
		switch v.Kind {
		case VHolder:
			return true
		case VClient:
			return !holder
		case VLoc, VFunc, VBound:
			if !holder && v.Kind == VLoc && in.objs[v.Obj].Typ == ir.OtherClient {
				return true // so that it is seen where it is another one
			}
			for x := range in.Contents(v) {
				if visit(x) {
					return true
				}
			}
		}
		return false
	}
	for _, v := range vs {
		if visit(v) {
			return true
		}
	}
	return false
}

// concerns reports whether a call of fn has to be followed: it gets something
// that leads to a cache, or makes one.
func (in *Interpretation) concerns(fn Value, args []Values) bool {
	if fn.Kind == VFunc && in.by.births.Born(fn.Key) || in.holds(Values{fn}, false) {
		return true
	}
	for _, a := range args {
		if in.holds(a, false) {
			return true
		}
	}
	return false
}

// goesOut reports whether a value that leaves has to be followed: a stranger
// may start what is in it, or make something by calling it.
func (in *Interpretation) goesOut(v Value) bool {
	return in.holds(Values{v}, true) || v.Kind == VFunc && in.by.births.Born(v.Key)
}

// skip notes a call that concerns no cache. What it may wait for is not known.
func (in *Interpretation) skip(f *Frame, ins *ir.Instr) {
	if in.skipped == nil {
		in.skipped = make(map[Point]bool)
	}
	in.skipped[Point{f, ins}] = true
}

// Skipped: a call was not followed because it concerns no cache.
func (in *Interpretation) Skipped(f *Frame, ins *ir.Instr) bool { return in.skipped[Point{f, ins}] }

// StoredOutside are the values that an instruction stores into an object from
// outside. Others may read with what they hold, also where a hidden field keeps
// it from being started.
func (in *Interpretation) StoredOutside(f *Frame, ins *ir.Instr) Values {
	if !in.set.Caches() || ins.Op != ir.OpStore && ins.Op != ir.OpCopy {
		return nil
	}
	for _, a := range f.Get(ins.A) {
		if a.Kind == VLoc && in.objs[a.Obj].origin == oOpen && in.holds(f.Get(ins.B), false) {
			return f.Get(ins.B)
		}
	}
	return nil
}

// Foreign are the receivers of an operation whose methods are not known.
func (in *Interpretation) Foreign(f *Frame, ins *ir.Instr) Values {
	var out Values
	if ins.Op == ir.OpProto {
		for _, v := range f.Get(ins.A) {
			if in.foreign(ins, v) {
				out.Add(v)
			}
		}
	}
	return out
}
