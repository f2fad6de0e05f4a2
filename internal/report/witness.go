package report

import (
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/config"
	"github.com/informerlint/informerlint/internal/suppress"
)

// A Witness is an execution, on the reference runtime, of what the analysis
// extracted from the user's code: the shortest one that was found to go wrong.
type Witness struct {
	// Property says what goes wrong, in a sentence; what must hold and does not
	// comes after [Violated].
	Property string
	// Steps tell the execution in its order.
	Steps []Step
	// Classes is how many execution classes (Mazurkiewicz traces) the extracted
	// program has within the bound, Violating how many of them go wrong.
	Classes, Violating int
	// Bound says what was explored: objects, writes, faults.
	Bound string
	// Fails is the step at which it is seen that the property does not hold, from
	// 1; 0 if that is not known.
	Fails int
}

// Violated begins the sentence of a witness that says what must hold: a number comes
// after it, of the executions in which it does not.
const Violated = "violated: "

// Program is the thread of a step of the user's program that is not in a
// goroutine of its own.
const Program = "the program"

// InRun begins what a finding says of a place that is only a step of its
// witness.
const InRun = "in the failing run"

// A Step is one step of a witness.
type Step struct {
	Thread string    // which goroutine, for people: "main", "goroutine (main.go:12)", "the API server"
	Text   string    // what happens
	Pos    token.Pos // the user's line, in the package under analysis; NoPos if there is none
	Where  string    // "file.go:12", or "path/file.go:12" in another package; "" if there is none
}

// A Result is what a check's analyzer returns: its findings, with what a
// diagnostic has no room for. Drivers that know nothing of it lose nothing
// but that.
type Result struct {
	Findings   []Reported   // in the order in which they were reported
	Suppressed []Suppressed // not reported, because a comment says so

	// Offered is what the gate offers with the findings, for the checks that come
	// after: their fixes have to hold beside it.
	Offered any

	notes []note
}

// A note says why something on a line is not reported, or has no fix.
type note struct {
	posn token.Position
	text string
}

// Note keeps, for "informerlint why", why something is not reported or has no
// fix.
func (r *Result) Note(posn token.Position, text string) {
	r.notes = append(r.notes, note{posn, text})
}

// Why returns what was noted about a line.
func (r *Result) Why(file string, line int) (out []string) {
	for _, n := range r.notes {
		if n.posn.Filename == file && n.posn.Line == line {
			out = append(out, n.text)
		}
	}
	return out
}

// A Reported is one finding of a Result.
type Reported struct {
	analysis.Diagnostic
	Witness *Witness
	// Severity is how grave it is; "" if that is for its rule to say.
	Severity config.Severity

	// Function and Shape identify the finding beside its check and rule when
	// lines have moved: the function around it ("(*path.T).M"; the package's
	// path outside of functions) and the source text that it marks, with
	// single spaces.
	Function, Shape string
}

// A Suppressed is a finding that a comment suppresses.
type Suppressed struct {
	Reported
	Directive *suppress.Directive
}
