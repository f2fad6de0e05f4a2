package interp

import (
	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/handlers/frame"
	"github.com/informerlint/informerlint/internal/handlers/value"
)

func (t *Trail) effect(fr *Frame, s *state, e *Effect, args ...value.Value) {
	for _, a := range args {
		switch a.Kind {
		case value.Object:
			e.From |= a.From
			e.Whole |= a.From
		case value.Derived, value.Compare:
			e.From |= a.From
		case value.Tuple, value.Closure:
			for _, x := range a.Elems {
				e.From |= x.From
			}
		}
	}
	e.Pos = fr.Place(e.Pos)
	e.Frame, e.Flags, e.says = fr, s.flags, s.Told(t.in.ids, args)
	if s.flags&Odd == 0 {
		t.note(s, record{kind: Did, frame: fr, pos: e.Pos, effect: e})
		key := e.Key
		if t.uid {
			key += string(rune('0' + e.UID)) // whose UID matters there
		}
		if old := t.Effects[key]; old == nil {
			t.Effects[key] = e
		} else {
			old.From |= e.From
			old.Whole |= e.Whole
			old.OwnKey = old.OwnKey && e.OwnKey
			old.Into = append(old.Into, e.Into...)
			old.UID |= e.UID
		}
	}
	s.flags |= Acted
	if e.From&Old != 0 || e.UID&Old != 0 {
		s.flags |= ActedOld
	}
}

// set interprets a method that changes a set of the package's own: a set is a map,
// and what is put into it or taken out are entries. One that a variable of these
// calls holds is gone with them.
func (x *site) set() bool {
	op, at := effect.Keeps(x.c)
	if op == clientgo.NoSetOp || x.s.Eval(at).Kind == value.Pointer {
		return false
	}
	name := effect.Place(at)
	e := &Effect{Key: "map " + name, Name: name, Pos: x.instr.Pos(), Frees: op != clientgo.SetPuts, how: frame.Manner(x.instr)}
	if e.Frees && x.uid {
		e.Key = "delete " + name
	}
	key := value.Value{}
	if len(x.c.Args) > 1 {
		if a := value.Single(x.c.Args[1]); a != nil {
			key = x.s.Load(value.Value{Kind: value.Pointer, Ref: a, Path: ".[0]"})
		} else {
			key = value.Taint(x.args[1])
		}
	}
	x.asks(key)
	if key.Kind == value.NoKey && (e.Frees || !key.Neg) {
		return true // there is no such entry
	}
	e.UID, e.Entry = key.OfUID(), value.EntryOf(x.c.Args[0], key, value.Value{})
	x.effect(x.fr, x.s, e, key)
	return true
}
