// Package order runs what the analysis extracted about one informer
// (story.Story) on the reference runtime, to find out whether it really goes
// wrong.
//
// It does not know what the judge decided. It runs every way
// through the extracted program, each in all interleavings with the runtime's
// own threads, against an API server with one object, and looks at three things:
//
//   - at rest, the object is visible through the lister of an informer that was
//     registered and is used;
//   - after the factory's WaitForCacheSync has returned, so it is for an
//     informer that was registered before, if the factory was not started
//     before: one that is started again may be awaited in part.
//   - when the lister is read, the object is visible, and
//     cache.WaitForCacheSync returns some time. These two are only asked of the
//     stories of a read or of such a wait.
//   - a setting that works only before the start is taken (setup.go).
//   - after a wait that leaves an informer out, it is synced when it is read, or
//     something waits for it later (left.go).
//
// # What counts
//
// The program is an abstraction, so a violation must not depend on what is
// not known:
//
//   - Each way through the branches that leads to the moment in question must
//     go wrong in some interleaving: which branch is taken is not known.
//   - Where something that was not followed may put threads in order, or code
//     runs at an unknown time, each way must go wrong in every interleaving. Who
//     only registers again does nothing, whatever it waits for.
//   - What a stranger can do, he does, in the way that helps most: he registers
//     and starts as soon as he can, and again when everything is at rest.
//   - Nothing stops: stop channels stay open.
//
// A moment that no way reaches, or that has more ways than can be tried, has no
// witness.
//
// # What a fix has to do
//
// That one way is right refutes a report. For a fix it is nothing: there
//
//   - each way that leads to a moment must be right in every interleaving, also
//     where the order of threads is not known, and both if strangers do all that
//     they can and if they do nothing;
//   - each such way must get to its moment in every run, there must be as many
//     moments as before, and no more ways that pass by;
//   - the factory's wait must wait for an informer that was registered before it,
//     also if the factory has been started before that registration;
//   - no story of another informer may go wrong in a run that was right before, and
//     no thread may block for ever that ended before, in any program of the
//     package that the fix changes; a thread that runs the informer itself blocks;
//   - what cannot be run completely does not hold.
//
// Ways on which the program leaves because of an error, or after a wait that may
// have failed, need not get to the moment, and where the program leaves because
// of an error the informer need not run any more.
package order

import (
	"fmt"

	"github.com/informerlint/informerlint/internal/engine/story"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/witness/tell"
	"github.com/informerlint/informerlint/reference/explore"
)

// Limits of one exploration. Over them there is no witness.
const (
	maxPrograms = 1000   // ways of all threads, combined
	maxRuns     = 5000   // executions of one program
	maxTotal    = 20_000 // and of all programs of a moment, about a second
)

// minor is the client-go version whose profile is used. The two properties
// hold or fail alike in all versions from 0.20 on.
const minor = 37

// Bound says what is explored.
const Bound = "one object, no faults, no stop, client-go 0.37"

// Properties, as they are violated.
const (
	neverRuns  = "never runs"
	waitsForNo = "the wait was for nothing"
	readsEarly = "read before it is synced"
	blocks     = "blocks for ever"
	leavesOut  = "the wait leaves out an informer"
	runBlocks  = "Run blocks"
)

// A Verdict says what became of a story.
type Verdict struct {
	// Witness is a shortest execution that goes wrong; nil if there is none.
	Witness *report.Witness
	// Reached says that some moment of the story is reached by some way.
	Reached bool
	// Cut says that something was too large to be tried: no witness, and no
	// word about its absence. Why says what.
	Cut bool
	Why string
	// Unordered says what may keep the threads of a program in an order in which
	// nothing goes wrong, and was not followed: there are runs that go wrong, and
	// they may not be possible. It is "" if there is no such run.
	Unordered string

	passes  bool // the witness comes by the place of the finding
	repeats bool // its moment only registers again
}

// better: its witness says more than another one.
func (v Verdict) better(than Verdict) bool {
	switch {
	case v.Witness == nil || than.Witness == nil:
		return v.Witness != nil
	case v.passes != than.passes:
		return v.passes
	case v.repeats != than.repeats:
		return than.repeats
	}
	return len(v.Witness.Steps) < len(than.Witness.Steps)
}

// Try looks for a moment of the story that goes wrong.
func Try(s story.Story) Verdict {
	var v Verdict
	for _, m := range s.Moments {
		if m.Cut {
			v.Cut, v.Why = true, "too many ways through a thread"
			continue
		}
		now := tryMoment(s, m)
		v.Reached = v.Reached || now.Reached
		if now.Cut {
			v.Cut, v.Why = true, now.Why
		}
		if now.Unordered != "" {
			v.Unordered = now.Unordered
		}
		if now.better(v) {
			v.Witness, v.passes, v.repeats = now.Witness, now.passes, now.repeats
		}
	}
	return v
}

// A program is one way for each thread.
type program struct {
	story  story.Story
	moment story.Moment
	ways   map[int][]story.Event
	lines  tell.Lines
	trial  bool // of a fix
	alone  bool // strangers do nothing
}

func tryMoment(s story.Story, m story.Moment) (v Verdict) {
	var worst *program
	classes, violating, runs := 0, 0, 0
	fine := false
	ok := m.Combine(maxPrograms, func(ways map[int][]story.Event) bool {
		p := &program{story: s, moment: m, ways: ways}
		if !p.hasTarget() {
			return true
		}
		res := explore.Run(explore.Options{MaxRuns: maxRuns, Goals: []string{goal}}, p.run)
		runs += res.Runs
		switch {
		case !res.Complete:
			v.Why = res.Why
			return false
		case runs > maxTotal:
			v.Why = "too many executions"
			return false
		}
		if len(res.Missing) > 0 && !p.behindRun() {
			return true // something before it blocks for ever
		}
		v.Reached = true
		if 0 < res.Violating && res.Violating < res.Traces {
			v.Unordered = p.unordered()
		}
		if res.Violating == 0 || v.Unordered != "" {
			fine = true
			return false
		}
		classes += res.Traces
		violating += res.Violating
		if worst == nil || p.passes() && !worst.passes() || p.passes() == worst.passes() && p.size() < worst.size() {
			worst = p
		}
		return true
	})
	if !ok && v.Why == "" {
		v.Why = "too many combinations of ways"
	}
	if v.Cut = v.Why != "" && !fine; v.Cut || fine || worst == nil {
		return v
	}
	t, _ := explore.Counterexample(explore.Options{MaxRuns: maxRuns}, 1, worst.run)
	if t == nil {
		return v
	}
	w := worst.lines.Run(t)
	worst.tell(w)
	w.Classes, w.Violating, w.Bound = classes, violating, worst.bound()
	v.Witness, v.passes, v.repeats = w, worst.passes(), worst.repeats()
	return v
}

// String is a verdict for people who work on the engine.
func (v Verdict) String() string {
	switch {
	case v.Witness != nil:
		return fmt.Sprintf("reproduced in %d of %d execution classes", v.Witness.Violating, v.Witness.Classes)
	case v.Cut:
		return "too large to be run: " + v.Why
	case !v.Reached:
		return "the moment is never reached"
	case v.Unordered != "":
		return "it goes wrong in some orders of its goroutines, but " + v.Unordered + ", which is not followed"
	}
	return "nothing goes wrong"
}
