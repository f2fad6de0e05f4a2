package handler

import (
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/interp"
)

// A due is a piece of Delete's work, by its key, that at rest has to be done for an
// object that is gone: by the call that tells so, or by one after it.
type due string

// own marks a due that an object has a part in: what is done with nothing of it, for nil
// was given on in its place, is not that.
const own = "own "

// dueOf is the due of a piece of work.
func dueOf(e interp.Event) due {
	if e.From|e.UID|e.Whole == 0 {
		return due(e.Key)
	}
	return due(own + e.Key)
}

// does reports whether a turn of a call does it for an object of a UID. What goes by
// the name of an object, as most of what is queued does, is done for all of the name;
// and so is what is about no object.
func (d due) does(t turn, c call, uid string) bool {
	return t.body != nil && slices.ContainsFunc(work(*t.body), func(e interp.Event) bool {
		about := e.From | e.UID | e.Whole
		named := about == 0 || e.Queue && e.UID == 0 || e.Entry.By == clientgo.PartName
		key, owned := strings.CutPrefix(string(d), own)
		return e.Key == key && !(owned && e.Empty) && (named || c.whose(about) == uid)
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
