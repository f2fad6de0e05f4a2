package handler

import (
	"go/token"
	"slices"

	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/judge"
	"github.com/informerlint/informerlint/internal/report"
)

// A Verdict says what the executions of a program have shown.
type Verdict struct {
	drops bool // a new object goes unnoticed, and not only what is kept for the old one stays
	// Cut says that a function has too many ways: no violations are given, and
	// no word is said about their absence.
	Cut bool
	// Open says that something stands around the handlers, which may split
	// updates or open tombstones or turn them away, or that none come: nothing was
	// run.
	Open bool

	faults     []fault
	executions int                                  // with every way through the handlers that are called
	bad        func(h *history, at, fault int) bool // whether a call has a fault, in view of the state at rest
	prog       *interp.Program
	acts       *acts
	working    *Verdict // of the program with what workers do with keys; nil if that was not run
}

func newVerdict(pr *interp.Program) *Verdict { return &Verdict{prog: pr, acts: newActs(pr)} }

// A fault is one way of a program to go wrong.
type fault struct {
	property string
	verb     verb        // the call that goes wrong
	role     string      // what the function is called
	way      interp.Way  // the way that the call takes
	before   *interp.Way // the one that Add has taken, if that matters
	last     step        // what is wrong at the end
	via      []token.Pos // the calls that lead there
	wish     *wish       // what is asked of the store at rest
	due      due         // or what is asked of the calls; without both the call decides
	lost     string      // the key of Delete's work that a tombstone leaves undone
	found    *judge.UID  // what the run says of it; nil: somebody has looked for it

	violating int      // in how many executions
	first     *history // the shortest
}

// run runs the program's functions with what the runtime calls them with, and
// counts the executions that go wrong. bad says whether a fault of a call, by
// their indexes, is one at rest.
func (v *Verdict) run(faults []fault, bad func(h *history, at, fault int) bool) {
	v.faults, v.bad = faults, bad
	if len(faults) == 0 {
		return
	}
	s := explored(missing, v.acts.ends())
	v.Cut = !s.complete
	for _, h := range s.histories {
		v.executions += h.classes * v.acts.through(h.calls)
		for i := range v.faults {
			f := &v.faults[i]
			for at, c := range h.calls {
				if c.verb != f.verb || !bad(h.history, at, i) {
					continue
				}
				n := v.in(f, h.history, at)
				if f.violating += h.classes * n; n == 0 {
					continue
				}
				if f.first == nil || shorter(h.history, f.first) {
					f.first = h.history
				}
				break
			}
		}
	}
}

// in is in how many ways a history goes wrong at a call.
func (v *Verdict) in(f *fault, h *history, at int) int {
	switch {
	case f.wish != nil:
		return v.astray(f, h, at)
	case f.due != "":
		return v.undone(f, h, at)
	}
	return v.acts.beyond(h.calls[:at]) * v.acts.taking(f) * v.after(f, h.calls[at+1:])
}

// after is in how many ways the calls after a fault can go.
func (v *Verdict) after(f *fault, calls []call) int {
	if f.way.End != interp.Returns {
		return 1
	}
	return v.acts.through(calls)
}

func shorter(a, b *history) bool {
	x, y := a.String(), b.String()
	return len(x) < len(y) || len(x) == len(y) && x < y
}

// OK reports whether everything was run and nothing went wrong.
func (v *Verdict) OK() bool { return !v.Cut && v.Violations() == 0 }

// Violations is the number of different ways to go wrong.
func (v *Verdict) Violations() int { return len(v.faults) + v.worked() }

// worked is how many of them only the work on keys shows.
func (v *Verdict) worked() int {
	if v.working == nil {
		return 0
	}
	return len(v.working.faults)
}

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
		if f.violating == 0 || len(points) > 0 && !slices.ContainsFunc(points, func(p token.Pos) bool { return f.passes(v.prog, p) }) {
			continue
		}
		if best < 0 || f.length() < v.faults[best].length() {
			best = i
		}
	}
	if best < 0 {
		if v.working != nil {
			return v.working.Witness(points...)
		}
		return nil
	}
	return v.tell(&v.faults[best])
}

func (f *fault) ways() []interp.Way {
	if f.before != nil {
		return []interp.Way{f.way, *f.before}
	}
	return []interp.Way{f.way}
}

func (f *fault) length() int {
	n := 0
	for _, w := range f.ways() {
		n += len(w.Events) + len(w.Choices)
	}
	return n
}

// passes reports whether an execution comes by a position.
func (f *fault) passes(pr *interp.Program, pos token.Pos) bool {
	if f.last.pos == pos || slices.Contains(f.via, pos) {
		return true
	}
	for _, w := range f.ways() {
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
