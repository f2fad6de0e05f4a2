package handler

import (
	"maps"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/interp"
)

// A slot is an entry of a map of the program's own, by what its key is made of:
// by is clientgo.PartUID and key a UID, or it is clientgo.PartName and key the
// name.
type slot struct{ place, by, key string }

// A store is what the handlers keep at some moment: the entries, and the UID of
// the object of which each is.
type store map[slot]string

// play is what a turn of a call does to the store.
func (s store) play(t turn, c call) {
	if t.body == nil {
		return
	}
	for _, e := range work(*t.body) {
		if e.Entry.By == "" || e.Entry.Map == "" {
			if e.Entry.Map != "" && e.Frees { // it may be any entry
				maps.DeleteFunc(s, func(at slot, _ string) bool { return at.place == e.Entry.Map })
			}
			continue
		}
		at := slot{e.Entry.Map, e.Entry.By, key}
		if e.Entry.By == clientgo.PartUID {
			at.key = c.whose(e.Entry.Of)
		}
		switch _, there := s[at]; {
		case e.Frees:
			delete(s, at)
		case !e.Fresh || !there:
			s[at] = c.whose(e.Entry.Of | e.Entry.Value)
		}
	}
}

// whose is the UID of one of a call's objects: the new one, if both are meant.
func (c call) whose(bits uint8) string {
	if c.old != "" && bits == interp.Old {
		return c.old
	}
	return c.obj
}

// A wish is what is asked of the store at rest.
type wish struct {
	place, by string
	// lives: the UID that exists has its entry; else: no UID has one that is gone.
	lives bool
}

// wrong reports whether a store is not as it should be.
func (w *wish) wrong(s store, exists string) bool {
	for at, uid := range s {
		if at.place == w.place && at.by == w.by && (uid == exists) == w.lives {
			return !w.lives
		}
	}
	return w.lives && exists != ""
}

// astray counts the executions of a history in which a call takes a way at fault
// and the store is not as it should be at rest.
func (v *Verdict) astray(f *fault, h *history, at int) int {
	var from func(i int, s store) int
	from = func(i int, s store) (n int) {
		if i == len(h.calls) {
			if f.wish.wrong(s, h.exists) {
				return 1
			}
			return 0
		}
		for _, k := range v.acts.kinds(h.calls[i].verb, f) {
			if i == at && !k.turn.takes(f) || !k.turn.returns() {
				continue // at the end of a process nothing is kept any more
			}
			next := maps.Clone(s)
			next.play(k.turn, h.calls[i])
			n += k.turns * from(i+1, next)
		}
		return n
	}
	return from(0, make(store))
}

// A sort is the turns of a call that do the same to a map.
type sort struct {
	turn  turn
	turns int
}

// kinds sorts the turns of a call by what they do to the map that a fault is
// about, and by whether they take the way at fault.
func (a *acts) kinds(v verb, f *fault) (out []sort) {
	index := make(map[string]int)
	for _, t := range a.of(v) {
		text := ""
		if t.takes(f) {
			text = "!"
		}
		if !t.returns() {
			text += "ends"
		}
		if t.body != nil {
			text += touches(*t.body, f.wish.place)
		}
		if i, ok := index[text]; ok {
			out[i].turns++
			continue
		}
		index[text] = len(out)
		out = append(out, sort{t, 1})
	}
	return out
}

// touches writes down what a way does to a map.
func touches(w interp.Way, place string) string {
	var b []byte
	for _, e := range work(w) {
		if e.Entry.Map != place {
			continue
		}
		doing := byte('+')
		if e.Frees {
			doing = '-'
		} else if e.Fresh {
			doing = '?'
		}
		b = append(append(b, doing), e.Entry.By...)
		b = append(b, '0'+e.Entry.Of, '0'+e.Entry.Value)
	}
	return string(b)
}
