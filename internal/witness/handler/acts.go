package handler

import (
	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/witness/handler/deed"
)

// A turn is what one call of a handler comes to: a way through the filter in
// front of it, if there is one, and a way through the function if that lets the
// call through.
type turn struct {
	filter, body *interp.Way
}

// returns reports whether the process goes on after the turn.
func (t turn) returns() bool {
	return (t.filter == nil || t.filter.End == interp.Returns) && (t.body == nil || t.body.End == interp.Returns)
}

// acts are the turns that a program may take by each call. Turns that do the
// same are one.
type acts struct {
	pr    *interp.Program
	turns map[verb][]turn
}

func newActs(pr *interp.Program) *acts { return &acts{pr: pr, turns: make(map[verb][]turn)} }

// of returns the turns of a call: at least one.
func (a *acts) of(v verb) []turn {
	turns, ok := a.turns[v]
	if !ok {
		turns = a.make(v)
		if len(turns) == 0 {
			turns = []turn{{}} // no function, or one that was not followed
		}
		a.turns[v] = turns
	}
	return turns
}

func (a *acts) make(v verb) []turn {
	switch asked := a.pr.Group.Style == clientgo.Untyped || a.pr.Predicate(); v {
	case add:
		return a.distinct(interp.Ways{}, a.pr.Ways(interp.AddObject))
	case update:
		same, differ := a.pr.Ways(interp.UpdateEqual), a.pr.Ways(interp.UpdateDiffer)
		both := interp.Ways{Exists: same.Exists}
		both.All = append(append(both.All, same.All...), differ.All...)
		return a.distinct(interp.Ways{}, both)
	case tombstone:
		if asked && !a.pr.Group.Opened {
			return a.distinct(a.pr.Ways(interp.FilterTombstone), a.pr.Ways(interp.DeleteTombstone))
		}
	}
	return a.distinct(a.pr.Ways(interp.FilterObject), a.pr.Ways(interp.DeleteObject))
}

// distinct joins the ways of a filter with those of the function behind it.
func (a *acts) distinct(filter, body interp.Ways) (out []turn) {
	seen := make(map[string]bool)
	keep := func(t turn, text string) {
		if !seen[text] {
			seen[text] = true
			out = append(out, t)
		}
	}
	if !filter.Exists {
		filter.All = []interp.Way{{Result: interp.True}}
	}
	for i := range filter.All {
		f := &filter.All[i]
		text := deed.Of(*f, false).Key + "|"
		if f.End != interp.Returns || f.Result == interp.False {
			keep(turn{filter: f}, text)
			continue
		}
		for j := range body.All {
			if b := &body.All[j]; !a.pr.Conflicts(*f, *b) {
				keep(turn{f, b}, text+deed.Of(*b, false).Key)
			}
		}
	}
	return out
}

// ends are the calls that end the process, whichever way they go.
func (a *acts) ends() (e ends) {
	for _, v := range []verb{add, update, remove, tombstone} {
		returning, _ := a.count(v)
		e[v] = returning == 0
	}
	return e
}

// count is how many turns of a call return, and how many do not.
func (a *acts) count(v verb) (returning, ending int) {
	for _, t := range a.of(v) {
		if t.returns() {
			returning++
		} else {
			ending++
		}
	}
	return returning, ending
}

// through is how many ways there are through calls, to the end of the last or of
// the process.
func (a *acts) through(calls []call) int {
	n := 1
	for i := len(calls) - 1; i >= 0; i-- {
		returning, ending := a.count(calls[i].verb)
		n = ending + returning*n
	}
	return n
}

// beyond is how many ways there are through calls that all return.
func (a *acts) beyond(calls []call) int {
	n := 1
	for _, c := range calls {
		returning, _ := a.count(c.verb)
		n *= returning
	}
	return n
}

// taking is how many turns of its call take the way that is at fault.
func (a *acts) taking(f *fault) (n int) {
	for _, t := range a.of(f.verb) {
		if t.takes(f) {
			n++
		}
	}
	return max(n, 1) // nobody was called, for there is no such function
}

// takes reports whether a turn does what the way at fault does.
func (t turn) takes(f *fault) bool {
	w := t.body
	if f.role == filterName {
		w = t.filter
	}
	return w != nil && deed.Of(*w, false).Key == deed.Of(f.way, false).Key
}

// usual is the turn that is told where none is at fault: of those that do most
// for the object, the shortest.
func (a *acts) usual(v verb) turn {
	var best turn
	most, least := 0, 0
	for _, t := range a.of(v) {
		if t.body == nil || !t.returns() {
			continue
		}
		own := 0
		for _, e := range work(*t.body) {
			if e.From|e.UID != 0 {
				own++
			}
		}
		if all := len(t.body.Events); best.body == nil || own > most || own == most && all < least {
			best, most, least = t, own, all
		}
	}
	return best
}
