package value

import (
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Compute sets the value of an instruction that does nothing else. That of a
// phi is set where its block is entered.
func (s *State) Compute(instr ssa.Value) {
	switch i := instr.(type) {
	case *ssa.Alloc:
		s.Set(i, Value{Kind: Pointer, Ref: i})
		s.Store(Value{Ref: i}, Zero(ssautil.Deref(i.Type())))
	case *ssa.Field:
		s.Set(i, s.Eval(i.X).Field(ssautil.FieldName(i.X.Type(), i.Field)))
	case *ssa.Extract:
		switch v := s.Eval(i.Tuple); v.Kind {
		case Tuple:
			if i.Index < len(v.Elems) {
				s.Set(i, v.Elems[i.Index])
			}
		case Derived:
			s.Set(i, v)
		}
	case *ssa.MakeInterface:
		if x := s.Eval(i.X); x.Whole() || x.Kind == Closure || x.Kind == Deltas || x.Kind == Pointer && clientgo.IsAny(i.Type()) {
			if x.Kind == Object && clientgo.IsObjectValue(i.X.Type()) {
				x.Type = i.X.Type() // it is no pointer any more
			}
			s.Set(i, x)
		} else if x.Kind == Derived || x.Kind == NoKey {
			x.Type = i.X.Type()
			s.Set(i, x)
		} else if x.Left() {
			s.Set(i, Value{Kind: NonNil, Type: i.X.Type(), Stone: true, Says: x.says()})
		} else {
			s.Set(i, Value{Kind: NonNil, Type: implementing(i), Says: s.Said(i.X).says()})
		}
	case *ssa.ChangeInterface:
		s.Set(i, s.Eval(i.X))
	case *ssa.ChangeType:
		s.Set(i, s.Eval(i.X))
	case *ssa.Convert:
		s.Set(i, s.Eval(i.X))
	case *ssa.MultiConvert:
		s.Set(i, s.Eval(i.X))
	case *ssa.MakeMap:
		s.Set(i, Value{Kind: NonNil, Ref: i}) // see Frame.Made
	case *ssa.MakeClosure:
		c := Value{Kind: Closure, Ref: i.Fn}
		for _, b := range i.Bindings {
			c.Elems = append(c.Elems, s.Eval(b))
		}
		s.Set(i, c)
	default:
		s.element(i)
	}
}

// element sets the value of an instruction that takes a part of a container.
func (s *State) element(instr ssa.Value) {
	switch i := instr.(type) {
	case *ssa.Lookup:
		s.Set(i, Taint(s.Eval(i.X), s.Eval(i.Index)))
	case *ssa.Index:
		s.Set(i, Taint(s.Eval(i.X)))
	case *ssa.IndexAddr:
		if x := s.Eval(i.X); x.Kind == Deltas {
			s.Set(i, x.One())
		} else if x.Kind == Pointer {
			s.Set(i, Value{Kind: Pointer, Ref: x.Ref, Path: x.Path + effect.Slot(i.Index)})
		} else {
			s.Set(i, Taint(x))
		}
	case *ssa.Slice:
		if x := s.Eval(i.X); x.Kind == Pointer {
			s.Set(i, s.Load(x))
		} else {
			s.Set(i, Taint(x))
		}
	case *ssa.Range:
		s.Set(i, Taint(s.Eval(i.X)))
	case *ssa.Next:
		s.Set(i, Taint(s.Eval(i.Iter)))
	}
}
