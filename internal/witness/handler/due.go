package handler

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/interp"
)

// A due is a piece of Delete's work, by its key, that at rest has to be done for an
// object that is gone: by the call that tells so, or by one after it.
type due string

// does reports whether a turn of a call does it for an object of a UID. What goes by
// the name of an object, as most of what is queued does, is done for all of the name;
// and so is what is about no object.
func (d due) does(t turn, c call, uid string) bool {
	return t.body != nil && slices.ContainsFunc(work(*t.body), func(e interp.Event) bool {
		about := e.From | e.UID | e.Whole
		named := about == 0 || e.Queue && e.UID == 0 || e.Entry.By == clientgo.PartName
		return e.Key == string(d) && (named || c.whose(about) == uid)
	})
}

// undone counts the executions of a history in which a call takes a way at fault, and
// its work is not done at rest: neither by that call nor by one after it.
func (v *Verdict) undone(f *fault, h *history, at int) int {
	uid := h.calls[at].obj
	n := v.acts.beyond(h.calls[:at])
	for i, c := range h.calls[at:] {
		open := 0
		for _, t := range v.acts.of(c.verb) {
			if t.returns() && !f.due.does(t, c, uid) && (i > 0 || t == turn{} || t.takes(f)) {
				open++
			}
		}
		n *= open
	}
	return n
}
