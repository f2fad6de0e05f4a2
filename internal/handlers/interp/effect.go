package interp

func (t *Trail) effect(fr *Frame, s *state, e *Effect, args ...val) {
	for _, a := range args {
		switch a.k {
		case object:
			e.From |= a.from
			e.whole |= a.from
		case derived, compare:
			e.From |= a.from
		case tuple, closure:
			for _, x := range a.elems {
				e.From |= x.from
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

func fromOf(vs []val) (from uint8) {
	for _, v := range vs {
		from |= v.from
	}
	return from
}

func wholes(vs []val) (from uint8) {
	for _, v := range vs {
		if v.k == object || v.k == derived && (v.part == partAny || v.part == partMeta) {
			from |= v.from
		}
		if v.k == tuple {
			from |= wholes(v.elems)
		}
	}
	return from
}
