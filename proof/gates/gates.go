// Package gates runs programs on the real client-go, with the scheduling in the
// hands of a search.
//
// It copies client-go into a directory, inserts a choice point, a gate, before
// each lock, channel operation, select, wait and goroutine start of the
// packages that make an informer, does the same with the programs under
// testdata, and builds the result once for each version of client-go. The
// programs then run in a bubble of testing/synctest, one goroutine at a time;
// which one goes on at a gate is what a schedule says.
//
// Nothing of this is a model: what runs is client-go. What is left out is in
// the README.
package gates

import (
	"context"
	"io"
)

// The versions of client-go that can be run with gates.
const (
	V037 = "v0.37.2"
	V026 = "v0.26.15"
	V020 = "v0.20.15" // for known bugs alone
)

// Versions returns them, newest first.
func Versions() []string { return []string{V037, V026} }

// Options say what to run.
type Options struct {
	// Check and Scenario choose programs: the check's name and the directory
	// under testdata, as in "startorder" and "startorder/wrapped/deep". Empty
	// means all.
	Check, Scenario string

	// Version is one of Versions. Empty means V037.
	Version string

	// Delays bounds the exhaustive search: all schedules that deviate from the
	// default one at most so many times. Negative means no such search.
	Delays int

	// PCT, if not nil, adds a random search.
	PCT *PCT

	// MaxSchedules ends the search of one program; 0 means no limit. A search
	// that it ends is an error of its row, never a result.
	MaxSchedules int

	// Dir is the directory of the root module, which holds testdata. Empty
	// means the directory of the main module that the working directory is in.
	Dir string

	// Build is where the copy of client-go is made and the binary is left, so
	// that a later Run need not build again. Empty means a temporary directory,
	// which Run removes.
	Build string

	// Log gets progress, if not nil.
	Log io.Writer
}

// PCT is a random search with priorities (Burckhardt and others, 2010): each
// run gives each goroutine a random priority and lets the one with the highest
// go on, but for Depth-1 random points where it falls behind all others.
type PCT struct {
	Runs  int
	Depth int
	Seed  uint64
}

// A Row is what one search found in one scenario, before and after the fix.
type Row struct {
	Check    string `json:"check"`
	Rule     string `json:"rule"`     // of the report in the bad program, such as "late-registration"
	Scenario string `json:"scenario"` // the directory under testdata
	Version  string `json:"version"`  // of client-go
	Strategy string `json:"strategy"` // "delays" or "pct"
	Bound    string `json:"bound"`    // for a sentence: "at most 2 delays", "1000 runs, depth 3, seed 1"

	SchedulesBefore  int `json:"schedulesBefore"`
	ViolationsBefore int `json:"violationsBefore"`
	SchedulesAfter   int `json:"schedulesAfter"`
	ViolationsAfter  int `json:"violationsAfter"`

	// HasFix says whether there is a mended program. Where the check offers no
	// fix, the numbers after are zero and mean nothing.
	HasFix bool `json:"hasFix"`

	// Right is set for a program in which nothing is expected to go wrong: what
	// an optional rule reports there is not a failure.
	Right bool `json:"right,omitempty"`

	// First is the first schedule that was seen to violate, before the fix or,
	// if there is one, after it, and What what went wrong in it.
	First string `json:"first,omitempty"`
	What  string `json:"what,omitempty"`

	// Note says why there are no numbers, or what else has to be known.
	Note string `json:"note,omitempty"`
	// Skipped is set for a program that cannot be run here; Note says why.
	Skipped bool `json:"skipped,omitempty"`
	// Failed is set where the search itself went wrong; Note says how.
	Failed bool `json:"failed,omitempty"`
}

// OK reports whether the row shows what it has to: the bad program goes wrong
// in some schedule, and the mended one, where there is one, in none. Of a program
// that is right, neither may. Rows that are skipped show nothing and are not OK.
func (r Row) OK() bool {
	if r.Skipped || r.Failed || r.SchedulesBefore == 0 || r.HasFix && (r.SchedulesAfter == 0 || r.ViolationsAfter > 0) {
		return false
	}
	return (r.ViolationsBefore == 0) == r.Right
}

// Run builds what is needed and runs the searches. It returns a row for each
// scenario and strategy, in the order of their directories, skipped ones
// included. The error is for what concerns all of them: no such scenario, a
// build that fails, a context that is done.
func Run(ctx context.Context, o Options) ([]Row, error) {
	return run(ctx, o)
}
