package explore

import (
	"fmt"
	"maps"
	"sort"
	"sync"
	"time"

	"github.com/informerlint/informerlint/reference/sched"
)

// A Reduction says which executions a search may leave out because they differ
// from one that it tries only in the order of independent events.
type Reduction int

const (
	// SourceDPOR explores, from each state, only transitions that some race
	// seen later has asked for, and keeps sleep sets on top.
	SourceDPOR Reduction = iota
	// Sleep explores every transition that is not asleep.
	Sleep
	// None tries every schedule.
	None
)

func (r Reduction) String() string { return [...]string{"source-dpor", "sleep", "none"}[r] }

// Options say how to search. The zero value is a complete search.
type Options struct {
	Reduction Reduction
	Bound     Bound    // leave out schedules with too many preemptions or delays
	PCT       *PCT     // random priorities instead of a systematic search
	MaxSteps  int      // of one execution; 0: 2000
	MaxRuns   int      // 0: no limit
	Goals     []string // each must be reached by some execution
	StopAt    int      // stop after that many violations; 0: go on
	Workers   int      // how many may search at a time; 0: one. See the package's documentation

	mutant mutant
	each   func(*sched.World) // for tests: called after each complete execution
	hungry func() bool        // for tests: whether somebody wants a part of the search
}

// A Result says what a search saw.
type Result struct {
	Reduction Reduction
	Bound     Bound

	Runs     int // executions, complete or not
	Blocked  int // of these, given up because all that was left is covered elsewhere
	Traces   int // execution classes: complete executions up to the order of independent events
	Steps    int // events in all runs
	MaxDepth int // events of the longest

	// Complete means that every execution class was seen: nothing was cut by
	// a bound, by a limit on steps or runs, or by stopping at a violation.
	Complete bool
	// Exhausted means that the search tried all that its bound leaves.
	Exhausted bool
	// Why says what made the search incomplete.
	Why string

	Violating  int            // execution classes with a failure
	Violations []Violation    // the first of each kind and message
	Outcomes   map[string]int // words given to sched.Outcome, with the number of classes
	Missing    []string       // goals that no execution reached
	Elapsed    time.Duration

	prints map[uint64]struct{}
}

// A Violation is an execution that failed.
type Violation struct {
	sched.Failure
	Schedule Schedule
	Run      int // the how-manieth run
}

// OK reports whether the search was complete, met its goals and found nothing.
func (r *Result) OK() bool { return r.Complete && len(r.Missing) == 0 && r.Violating == 0 }

// String is one honest line.
func (r *Result) String() string {
	s := fmt.Sprintf("%d execution classes, %d runs (%d blocked), %d steps, longest %d", r.Traces, r.Runs, r.Blocked, r.Steps, r.MaxDepth)
	switch r.Bound.Kind {
	case Preemption:
		s += fmt.Sprintf(", at most %d preemptions", r.Bound.N)
	case Delay:
		s += fmt.Sprintf(", at most %d delays", r.Bound.N)
	}
	if r.Violating > 0 {
		s += fmt.Sprintf(", %d violating", r.Violating)
	}
	if !r.Complete {
		s += ", INCOMPLETE: " + r.Why
	}
	if len(r.Missing) > 0 {
		s += fmt.Sprintf(", NOT REACHED: %q", r.Missing)
	}
	return s
}

// SameClasses reports whether two complete searches saw the same classes.
func (r *Result) SameClasses(o *Result) bool {
	return r.Complete && o.Complete && maps.Equal(r.prints, o.prints)
}

// Rate is the number of runs per second.
func (r *Result) Rate() float64 { return float64(r.Runs) / r.Elapsed.Seconds() }

// one keeps explorations apart, since a running world is a global.
var one sync.Mutex

// Run searches the executions of a program. The program must make everything
// that it uses anew in each call, and nothing of the runtime's outlives that call:
// the next one gets its memory.
func Run(o Options, prog func()) *Result {
	one.Lock()
	defer one.Unlock()
	defer sched.Release()
	if o.MaxSteps == 0 {
		o.MaxSteps = 2000
	}
	begin := time.Now()
	c := newCommon()
	var res *Result
	switch s := c.search(o, prog); {
	case o.PCT != nil:
		s.pct()
		res = s.res
	case o.parallel():
		res = c.together(o, prog)
	default:
		s.walk()
		res = s.res
	}
	res.Reduction, res.Bound = o.Reduction, o.Bound
	c.finish(res)
	for _, g := range o.Goals {
		if !c.reached[g] {
			res.Missing = append(res.Missing, g)
		}
	}
	sort.Strings(res.Missing)
	res.Elapsed = time.Since(begin)
	return res
}
