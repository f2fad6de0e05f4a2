package interp

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/handlers/hop"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// step interprets one instruction.
func (t *Trail) step(fr *Frame, instr ssa.Instruction, s *state) []*state {
	if t.takes(instr, s) {
		return []*state{s}
	}
	switch i := instr.(type) {
	case *ssa.UnOp:
		return t.unop(fr, i, s)
	case *ssa.FieldAddr:
		return t.fieldAddr(fr, i, s)
	case *ssa.TypeAssert:
		return t.assert(fr, i, s)
	case *ssa.Call:
		return t.callInstr(fr, i, &i.Call, i, s)
	case *ssa.Defer:
		return t.callInstr(fr, i, &i.Call, nil, s)
	case *ssa.Go:
		return t.callInstr(fr, i, &i.Call, nil, s)
	case *ssa.Panic:
		t.crash(fr, s, i, MissThrow)
		return nil
	case *ssa.BinOp:
		s.set(i, t.binop(fr, i, s))
	case *ssa.Send:
		v := s.eval(i.X)
		if after, followed := t.later(fr, i, []val{v}, s); followed {
			return after
		}
		t.send(fr, i.Chan, i.Pos(), v, s)
		return t.worker(fr, i, s)
	case *ssa.Store, *ssa.MapUpdate, *ssa.Select:
		t.write(fr, i, s)
	case ssa.Value:
		s.compute(i)
	}
	return []*state{s}
}

// write interprets what an instruction puts somewhere: in a local variable, or
// where somebody else sees it.
func (t *Trail) write(fr *Frame, instr ssa.Instruction, s *state) {
	switch i := instr.(type) {
	case *ssa.Store:
		if p := s.eval(i.Addr); p.k == pointer {
			s.store(p, s.kept(i))
		} else {
			name := effect.Place(i.Addr)
			t.effect(fr, s, &Effect{Key: "write " + name, Name: name, Pos: i.Pos()}, s.eval(i.Val))
		}
	case *ssa.MapUpdate:
		if _, local := i.Map.(*ssa.MakeMap); local {
			return
		}
		name := effect.Place(i.Map)
		e := &Effect{Key: "map " + name, Name: name, Pos: i.Pos()}
		if k := s.eval(i.Key); k.k == derived && k.part == partUID {
			e.UID = k.from
		}
		t.effect(fr, s, e, s.eval(i.Key), s.eval(i.Value))
	case *ssa.Select:
		for _, c := range i.States {
			if c.Dir == types.SendOnly {
				t.send(fr, c.Chan, c.Pos, s.eval(c.Send), s)
			}
		}
	}
}

func (t *Trail) send(fr *Frame, to ssa.Value, pos token.Pos, v val, s *state) {
	name := effect.Place(to)
	e := &Effect{Key: "send " + name, Name: name, Pos: pos, Queue: true, To: hop.Place(to)}
	if v.ownKey() {
		e.KeyTo = e.To
	}
	t.effect(fr, s, e, v)
}

// crash notes that the path ends here by a panic or an exit. In a run with a
// live object that is nobody's concern.
func (t *Trail) crash(fr *Frame, s *state, instr ssa.Instruction, k MissKind) {
	last := Panics
	if k == MissThrow {
		last = Exits
	}
	t.died(fr, s, instr, last)
	if s.flags&Odd == 0 && !t.uid {
		t.miss(s, Miss{Instr: instr, Frame: fr, Kind: k, After: s.flags&recognised != 0})
	}
}

func (t *Trail) fieldAddr(fr *Frame, i *ssa.FieldAddr, s *state) []*state {
	x, name := s.eval(i.X), ssautil.FieldName(i.X.Type(), i.Field)
	switch x.k {
	case isNil:
		t.crash(fr, s, i, MissDeref)
		return nil
	case pointer:
		s.set(i, val{k: pointer, ref: x.ref, path: x.path + "." + name})
	default:
		s.set(i, field(x, name))
	}
	return []*state{s}
}

func (t *Trail) unop(fr *Frame, i *ssa.UnOp, s *state) []*state {
	x := s.eval(i.X)
	switch i.Op {
	case token.NOT:
		switch x.k {
		case isTrue:
			s.set(i, val{k: isFalse})
		case isFalse:
			s.set(i, val{k: isTrue})
		case compare:
			x.neg = !x.neg
			s.set(i, x)
		case derived:
			s.set(i, not(x))
		default:
			s.set(i, taint(x))
		}
	case token.MUL:
		if g, ok := i.X.(*ssa.Global); ok {
			if fn, ok := t.in.globals[g]; ok {
				s.set(i, s.eval(fn))
			}
			break
		}
		switch x.k {
		case pointer:
			s.set(i, s.load(x))
			if a, ok := x.ref.(*ssa.Alloc); ok && a.Comment == "varargs" {
				s.store(x, val{}) // nobody else sees it: it must not keep states apart
			}
		case isNil:
			t.crash(fr, s, i, MissDeref)
			return nil
		case object, derived, tomb:
			s.set(i, x)
		}
	case token.ARROW:
	default:
		s.set(i, taint(x))
	}
	return []*state{s}
}

// compute sets the value of an instruction that does nothing else. That of a
// phi is set where its block is entered.
func (s *state) compute(instr ssa.Value) {
	switch i := instr.(type) {
	case *ssa.Alloc:
		s.set(i, val{k: pointer, ref: i})
		s.store(val{ref: i}, zero(ssautil.Deref(i.Type())))
	case *ssa.Field:
		s.set(i, field(s.eval(i.X), ssautil.FieldName(i.X.Type(), i.Field)))
	case *ssa.Extract:
		switch v := s.eval(i.Tuple); v.k {
		case tuple:
			if i.Index < len(v.elems) {
				s.set(i, v.elems[i.Index])
			}
		case derived:
			s.set(i, v)
		}
	case *ssa.MakeInterface:
		if x := s.eval(i.X); x.k == object || x.k == tomb || x.k == closure || x.k == pointer && clientgo.IsAny(i.Type()) {
			s.set(i, x)
		} else if x.k == derived {
			x.typ = i.X.Type()
			s.set(i, x)
		} else {
			s.set(i, val{k: nonNil, typ: implementing(i)})
		}
	case *ssa.ChangeInterface:
		s.set(i, s.eval(i.X))
	case *ssa.ChangeType:
		s.set(i, s.eval(i.X))
	case *ssa.Convert:
		s.set(i, s.eval(i.X))
	case *ssa.MultiConvert:
		s.set(i, s.eval(i.X))
	case *ssa.MakeClosure:
		c := val{k: closure, ref: i.Fn}
		for _, b := range i.Bindings {
			c.elems = append(c.elems, s.eval(b))
		}
		s.set(i, c)
	default:
		s.element(i)
	}
}

// element sets the value of an instruction that takes a part of a container.
func (s *state) element(instr ssa.Value) {
	switch i := instr.(type) {
	case *ssa.Lookup:
		s.set(i, taint(s.eval(i.X), s.eval(i.Index)))
	case *ssa.Index:
		s.set(i, taint(s.eval(i.X)))
	case *ssa.IndexAddr:
		if x := s.eval(i.X); x.k == pointer {
			s.set(i, val{k: pointer, ref: x.ref, path: x.path + effect.Slot(i.Index)})
		} else {
			s.set(i, taint(x))
		}
	case *ssa.Slice:
		if x := s.eval(i.X); x.k == pointer {
			s.set(i, s.load(x))
		} else {
			s.set(i, taint(x))
		}
	case *ssa.Range:
		s.set(i, taint(s.eval(i.X)))
	case *ssa.Next:
		s.set(i, taint(s.eval(i.Iter)))
	}
}
