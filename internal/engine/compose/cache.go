package compose

import (
	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ctrlruntime"
	"github.com/informerlint/informerlint/internal/engine/interp"
	"github.com/informerlint/informerlint/internal/engine/program"
)

// handed adds what a stranger who gets some values reads with, wherever in them
// it is.
func (g *Graph) handed(vs interp.Values, out []Subject) []Subject {
	seen := make(map[interp.Value]bool)
	var visit func(v interp.Value)
	visit = func(v interp.Value) {
		if seen[v] {
			return
		}
		seen[v] = true
		switch v.Kind {
		case interp.VClient, interp.VHolder:
			for _, s := range out {
				if s.Obj == v.Obj {
					return
				}
			}
			out = append(out, Subject{Obj: v.Obj, Cap: CanRead})
		case interp.VLoc, interp.VFunc, interp.VBound:
			for x := range g.in.Contents(v) {
				visit(x)
			}
		}
	}
	for _, v := range vs {
		visit(v)
	}
	return out
}

// cacheEvent classifies an operation on a cache.
func (g *Graph) cacheEvent(n *Node, op clientgo.Op, recvs interp.Values, key string) {
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
		s := Subject{Obj: v.Obj, Key: key}
		switch {
		case v.Kind == interp.VHolder:
			s.Cap = CanStart | CanRegister | CanRead
		case v.Kind == interp.VClient && !holders:
			s.Cap = CanRead
			if kind == EvEscape && n.Ins.Name != "" {
				s.Cap |= CanStart
			}
		default:
			continue
		}
		if kind == EvRead && v.Key != interp.Direct && form == ctrlruntime.Unstructured {
			continue // it is read live
		}
		n.Subjects = append(n.Subjects, s)
	}
	if len(n.Subjects) > 0 {
		n.Kind = kind
		n.Weak = len(recvs) != 1
	}
}
