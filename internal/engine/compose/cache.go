package compose

import (
	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ctrlruntime"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/program"
)

// direct, as the s of a vHolder or vClient, says that all its reads are answered
// from the cache. A client that is not reads unstructured objects live.
const direct = "direct"

// newCacheObject is the object that a constructor makes.
func (in *interp) newCacheObject(f *Frame, ins *ir.Instr) Value {
	o := in.objectOf(f, ins, oCache)
	o.Name = ins.Name
	v := Value{vHolder, o.id, ""}
	if ins.Name == ctrlruntime.Cache.String() {
		v.s = direct
	}
	return v
}

// cachePrimitive gives the result of an operation on something that leads to a
// cache; ok says that it is one.
func cachePrimitive(op clientgo.Op, v Value) (out Value, ok bool) {
	cache := v.k == vHolder || v.k == vClient
	switch op {
	case clientgo.OpClient:
		return Value{vClient, v.obj, ""}, v.k == vHolder
	case clientgo.OpCacheOf:
		return Value{vHolder, v.obj, direct}, v.k == vHolder
	case clientgo.OpClientOf:
		return Value{vClient, v.obj, ""}, cache
	case clientgo.OpReader:
		if v.k == vHolder {
			v = Value{vClient, v.obj, direct}
		}
		return v, true
	case clientgo.OpBehind:
		return v, !cache
	}
	return Value{}, false
}

// foreign: the operation is on an object of a type whose methods are not known,
// which may do anything with what is in it.
func (in *interp) foreign(ins *ir.Instr, v Value) bool {
	switch ins.Proto {
	case clientgo.OpReader, clientgo.OpBehind, clientgo.OpClientOf:
		return false
	}
	return in.set.Caches() && v.k == vLoc && in.objs[v.obj].origin == oPlain && !in.handWritten(v, ins.Name)
}

// holds reports whether values lead to a cache: to one that can be started, if
// holder is set.
func (in *interp) holds(vs Values, holder bool) bool {
	seen := make(map[Value]bool)
	var visit func(v Value) bool
	visit = func(v Value) bool {
		if seen[v] {
			return false
		}
		seen[v] = true
		switch v.k {
		case vHolder:
			return true
		case vClient:
			return !holder
		case vLoc, vFunc, vBound:
			if v.obj < 0 {
				return false
			}
			for _, l := range in.cells[v.obj] {
				if _, ok := below(l.path, v.s); !ok && v.k == vLoc {
					continue
				}
				c := in.heap[l]
				for _, x := range c.vals {
					if visit(x) {
						return true
					}
				}
				for _, src := range c.copies {
					if visit(Value{vLoc, src.obj, src.path}) {
						return true
					}
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
func (in *interp) concerns(fn Value, args []Values) bool {
	if fn.k == vFunc && in.by.births.Born(fn.s) || in.holds(Values{fn}, false) {
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
func (in *interp) goesOut(v Value) bool {
	return in.holds(Values{v}, true) || v.k == vFunc && in.by.births.Born(v.s)
}

// skip notes a call that concerns no cache. What it may wait for is not known.
func (in *interp) skip(f *Frame, ins *ir.Instr) {
	if in.skipped == nil {
		in.skipped = make(map[threadSite]bool)
	}
	in.skipped[threadSite{f, ins}] = true
}

// handed adds what a stranger who gets some values reads with, wherever in them
// it is.
func (g *Graph) handed(vs Values, out []Subject) []Subject {
	seen := make(map[Value]bool)
	var visit func(v Value)
	visit = func(v Value) {
		if seen[v] {
			return
		}
		seen[v] = true
		switch v.k {
		case vClient, vHolder:
			for _, s := range out {
				if s.Obj == v.obj {
					return
				}
			}
			out = append(out, Subject{Obj: v.obj, Cap: CanRead})
		case vLoc, vFunc, vBound:
			if v.obj < 0 {
				return
			}
			for _, l := range g.in.cells[v.obj] {
				if _, ok := below(l.path, v.s); !ok && v.k == vLoc {
					continue
				}
				c := g.in.heap[l]
				for _, x := range c.vals {
					visit(x)
				}
				for _, src := range c.copies {
					visit(Value{vLoc, src.obj, src.path})
				}
			}
		}
	}
	for _, v := range vs {
		visit(v)
	}
	return out
}

// cacheEvent classifies an operation on a cache.
func (g *Graph) cacheEvent(n *Node, op clientgo.Op, recvs Values, key string) {
	holders := true
	kind := EvNone
	switch op {
	case clientgo.OpStartCache:
		kind = EvStart
	case clientgo.OpWaitCache:
		kind = EvWait
	case clientgo.OpRegisterKind:
		kind = EvRegister
	case clientgo.OpElected:
		kind = EvUse
	case clientgo.OpReadKind:
		kind, holders = EvRead, false
	case clientgo.OpKeep:
		kind, holders = EvUse, false
	case clientgo.OpBehind:
		kind, holders = EvEscape, false
	default:
		return
	}
	form, _ := program.SplitKind(key)
	for _, v := range recvs {
		s := Subject{Obj: v.obj, Key: key}
		switch {
		case v.k == vHolder:
			s.Cap = CanStart | CanRegister | CanRead
		case v.k == vClient && !holders:
			s.Cap = CanRead
			if kind == EvEscape && n.Ins.Name != "" {
				s.Cap |= CanStart
			}
		default:
			continue
		}
		if kind == EvRead && v.s != direct && form == ctrlruntime.Unstructured {
			continue // it is read live
		}
		n.Subjects = append(n.Subjects, s)
	}
	if len(n.Subjects) > 0 {
		n.Kind = kind
		n.Weak = len(recvs) != 1
	}
}

// storedOutside are the values that an instruction stores into an object from
// outside. Others may read with what they hold, also where a hidden field keeps
// it from being started.
func (g *Graph) storedOutside(f *Frame, ins *ir.Instr) Values {
	if !g.in.set.Caches() || ins.Op != ir.OpStore && ins.Op != ir.OpCopy {
		return nil
	}
	for _, a := range f.get(ins.A) {
		if a.k == vLoc && g.in.objs[a.obj].origin == oOpen && g.in.holds(f.get(ins.B), false) {
			return f.get(ins.B)
		}
	}
	return nil
}

// foreign are the receivers of an operation whose methods are not known.
func (g *Graph) foreign(f *Frame, ins *ir.Instr) Values {
	var out Values
	if ins.Op == ir.OpProto {
		for _, v := range f.get(ins.A) {
			if g.in.foreign(ins, v) {
				out.add(v)
			}
		}
	}
	return out
}
