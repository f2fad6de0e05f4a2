package interp

import "github.com/informerlint/informerlint/internal/handlers/value"

func (t *Trail) effect(fr *Frame, s *state, e *Effect, args ...value.Value) {
	for _, a := range args {
		switch a.Kind {
		case value.Object:
			e.From |= a.From
			e.whole |= a.From
		case value.Derived, value.Compare:
			e.From |= a.From
		case value.Tuple, value.Closure:
			for _, x := range a.Elems {
				e.From |= x.From
			}
		}
	}
	e.Frame, e.Flags = fr, s.flags
	if s.flags&Odd == 0 {
		t.note(s, record{kind: Did, frame: fr, pos: e.Pos, effect: e})
	}
	if s.flags&Odd == 0 {
		key := e.Key
		if t.uid {
			key += string(rune('0' + e.UID)) // whose UID matters there
		}
		if old := t.Effects[key]; old == nil {
			t.Effects[key] = e
		} else {
			old.From |= e.From
			old.whole |= e.whole
			old.UID |= e.UID
		}
	}
	s.flags |= Acted
	if e.From&Old != 0 || e.UID&Old != 0 {
		s.flags |= ActedOld
	}
}
