package interp

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/handlers/hop"
	"github.com/informerlint/informerlint/internal/handlers/value"
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
		s.Set(i, t.binop(fr, i, s))
	case *ssa.Send:
		v := s.Eval(i.X)
		if after, followed := t.later(fr, i, []value.Value{v}, s); followed {
			return after
		}
		t.send(fr, hop.Site{Of: i.Chan, Key: i.X, In: fr}, i.Pos(), v, s)
		return t.worker(fr, i, s)
	case *ssa.Store, *ssa.MapUpdate, *ssa.Select:
		t.write(fr, i, s)
	case ssa.Value:
		if l, ok := i.(*ssa.Lookup); ok {
			t.asks(s.Eval(l.Index))
		}
		s.Compute(i)
	}
	return []*state{s}
}

// asks notes that something is looked for, kept or taken away under no name.
func (t *Trail) asks(key value.Value) {
	t.Nameless = t.Nameless || key.Kind == value.NoKey && key.Neg
}

// write interprets what an instruction puts somewhere: in a local variable, or
// where somebody else sees it.
func (t *Trail) write(fr *Frame, instr ssa.Instruction, s *state) {
	switch i := instr.(type) {
	case *ssa.Store:
		if p := s.Eval(i.Addr); p.Kind == value.Pointer {
			s.Store(p, s.Kept(i))
		} else if s.InDeltas(i.Addr) {
			t.GaveUp = true // it may unwrap them in place
		} else {
			t.stored(fr, i, s)
		}
	case *ssa.MapUpdate:
		if _, local := i.Map.(*ssa.MakeMap); local || fr.Made(s.Eval(i.Map).Ref) {
			return
		}
		name := effect.Place(i.Map)
		t.asks(s.Eval(i.Key))
		e := &Effect{Key: "map " + name, Name: name, Pos: i.Pos(), UID: s.Eval(i.Key).OfUID()}
		e.Entry = value.EntryOf(i.Map, s.Eval(i.Key), s.Eval(i.Value))
		t.effect(fr, s, e, s.Eval(i.Key), s.Eval(i.Value))
	case *ssa.Select:
		for _, c := range i.States {
			if c.Dir == types.SendOnly {
				t.send(fr, hop.Site{Of: c.Chan, Key: c.Send, In: fr}, c.Pos, s.Eval(c.Send), s)
			}
		}
	}
}

// stored interprets a store that somebody else sees. What takes an element out of a
// slice frees something, by the UID if the element was looked for by it.
func (t *Trail) stored(fr *Frame, i *ssa.Store, s *state) {
	if v := s.Eval(i.Addr); !t.uid && v.Kind == value.Derived && v.From == value.Old && fr.Got(effect.ObjectOf(i.Addr)) {
		return
	}
	name := effect.Place(i.Addr)
	e := &Effect{Key: "write " + name, Name: name, Pos: i.Pos()}
	if e.Entry, e.Frees = s.Sliced(i); t.uid {
		e.UID, e.From = e.Entry.Of, e.Entry.Of
		if e.Frees {
			e.Key = "delete " + name
		}
	}
	t.effect(fr, s, e, s.Eval(i.Val))
}

func (t *Trail) send(fr *Frame, at hop.Site, pos token.Pos, v value.Value, s *state) {
	name := effect.Place(at.Of)
	if v.Kind == value.NoKey && !t.uid && t.in.wants(hop.Place(at.Of)) {
		return // as if it was not sent: see keyless
	}
	e := &Effect{Key: "send " + name, Name: name, Pos: pos, Queue: true, To: hop.Place(at.Of), OwnKey: v.OwnKey(), Into: []hop.Site{at}}
	t.effect(fr, s, e, v)
}

// crash notes that the path ends here by a panic or an exit. In a run with a
// live object that is nobody's concern.
func (t *Trail) crash(fr *Frame, s *state, instr ssa.Instruction, k MissKind) {
	last := Panics
	if k == MissThrow {
		last = Exits
	}
	if _, exits := instr.(*ssa.Call); k != MissThrow || !exits {
		t.GaveUp = t.GaveUp || fr.Recovers()
	}
	t.died(fr, s, instr, last)
	if s.flags&Odd == 0 && !t.uid {
		t.miss(s, Miss{Instr: instr, Frame: fr, Kind: k, After: s.flags&recognised != 0})
	}
}

func (t *Trail) fieldAddr(fr *Frame, i *ssa.FieldAddr, s *state) []*state {
	x, name := s.Eval(i.X), ssautil.FieldName(i.X.Type(), i.Field)
	switch x.Kind {
	case value.Nil:
		t.crash(fr, s, i, MissDeref)
		return nil
	case value.Pointer:
		s.Set(i, value.Value{Kind: value.Pointer, Ref: x.Ref, Path: x.Path + "." + name})
	default:
		s.Set(i, x.Field(name))
	}
	return []*state{s}
}

func (t *Trail) unop(fr *Frame, i *ssa.UnOp, s *state) []*state {
	x := s.Eval(i.X)
	switch i.Op {
	case token.NOT:
		s.Set(i, x.Not())
	case token.MUL:
		if g, ok := i.X.(*ssa.Global); ok {
			s.Set(i, s.Variable(i, g, t.in.globals[g]))
			break
		}
		switch x.Kind {
		case value.Pointer:
			s.Set(i, s.Load(x))
			if a, ok := x.Ref.(*ssa.Alloc); ok && a.Comment == "varargs" {
				s.Store(x, value.Value{}) // nobody else sees it: it must not keep states apart
			}
		case value.Nil:
			t.crash(fr, s, i, MissDeref)
			return nil
		case value.Object, value.Derived, value.Tomb, value.Delta:
			s.Set(i, x)
		case value.Text:
			if s.InDeltas(i.X) {
				s.Set(i, x)
			}
		}
	case token.ARROW:
	default:
		s.Set(i, value.Taint(x))
	}
	return []*state{s}
}
