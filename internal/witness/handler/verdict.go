package handler

import (
	"go/token"
	"slices"

	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/report"
)

// A Verdict says what the executions of a program have shown.
type Verdict struct {
	// Cut says that a function has too many ways: no violations are given, and
	// no word is said about their absence.
	Cut bool
	// Open says that something stands around the handlers, which may split
	// updates or opens tombstones, or that none come: nothing was run.
	Open bool

	faults []fault
	search search
	prog   *interp.Program
}

// A fault is one way of a program to go wrong.
type fault struct {
	property string
	// plays are the ways that the calls of a history take.
	plays map[verb]interp.Way
	role  map[verb]string // what the function is called
	last  step            // what is wrong at the end
	via   []token.Pos     // the calls that lead there
}

// OK reports whether everything was run and nothing went wrong.
func (v *Verdict) OK() bool { return !v.Cut && len(v.faults) == 0 }

// Violations is the number of different ways to go wrong.
func (v *Verdict) Violations() int { return len(v.faults) }

// String says what became of a program.
func (v *Verdict) String() string {
	switch {
	case v.Cut:
		return "the handlers have too many ways"
	case v.Open:
		return "something stands around the handlers"
	case len(v.faults) == 0:
		return "nothing goes wrong"
	}
	return "what goes wrong is elsewhere"
}

// Witness returns the shortest execution that goes wrong and comes by one of
// the user's positions, or any if none are given; nil if there is none.
func (v *Verdict) Witness(points ...token.Pos) *report.Witness {
	best := -1
	for i := range v.faults {
		f := &v.faults[i]
		if v.search.violating[i] == 0 || len(points) > 0 && !slices.ContainsFunc(points, func(p token.Pos) bool { return f.passes(v.prog, p) }) {
			continue
		}
		if best < 0 || f.length() < v.faults[best].length() {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	return v.tell(best)
}

func (f *fault) length() int {
	n := 0
	for _, w := range f.plays {
		n += len(w.Events) + len(w.Choices)
	}
	return n
}

// passes reports whether an execution comes by a position.
func (f *fault) passes(pr *interp.Program, pos token.Pos) bool {
	if f.last.pos == pos || slices.Contains(f.via, pos) {
		return true
	}
	for _, w := range f.plays {
		if w.At == pos || slices.Contains(w.Via, pos) {
			return true
		}
		for _, e := range w.Events {
			if e.Pos == pos || slices.Contains(e.Via, pos) {
				return true
			}
		}
		for _, c := range w.Choices {
			if pr.Conds[c.Cond].Pos == pos {
				return true
			}
		}
	}
	return false
}
