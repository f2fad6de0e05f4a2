package gate

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// A Run executes a program once with the given strategy. It says what went
// wrong in it, if anything: a program that is right returns "".
type Run func(Strategy) (out *Outcome, violation string)

// A Result sums up a search.
type Result struct {
	Schedules  int
	Violations int
	Early      int    // schedules in which time passed although something could run
	Steps      int    // in all
	First      string // the first schedule that violates, for Replay
	FirstAt    int    // its number, from 1
	What       string // what went wrong in it
}

func (r *Result) add(out *Outcome, violation string) {
	r.Schedules++
	r.Steps += len(out.Steps)
	if slices.ContainsFunc(out.Steps, func(s Step) bool { return s.Thread == clockName }) {
		r.Early++
	}
	if violation == "" {
		return
	}
	r.Violations++
	if r.Violations == 1 {
		r.First, r.FirstAt, r.What = Schedule(out), r.Schedules, violation
	}
}

// ErrLimit is the error of a search that reached its limit of schedules.
var ErrLimit = errors.New("the limit of schedules is reached")

// Schedule renders the decisions of an execution: the index chosen at each,
// without the default ones at the end.
func Schedule(out *Outcome) string {
	last := len(out.Decisions)
	for last > 0 && out.Decisions[last-1].Chosen == 0 {
		last--
	}
	parts := make([]string, last)
	for i := range parts {
		parts[i] = strconv.Itoa(out.Decisions[i].Chosen)
	}
	return strings.Join(parts, ",")
}

// Parse reads what Schedule has rendered.
func Parse(schedule string) (*Fixed, error) {
	f := &Fixed{}
	for part := range strings.SplitSeq(schedule, ",") {
		if schedule == "" {
			break
		}
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("schedule: %q is no choice", part)
		}
		f.choices = append(f.choices, n)
	}
	return f, nil
}

// Fixed is the strategy that repeats a schedule, and takes the default after
// its end. It is good for one execution.
type Fixed struct {
	choices []int
	next    int
}

// Choose implements Strategy.
func (f *Fixed) Choose([]Alt) int {
	if f.next == len(f.choices) {
		return 0
	}
	f.next++
	return f.choices[f.next-1]
}

// A branch is a schedule that is still to be tried: the choices up to one that
// is not the default.
type branch struct {
	choices []int
	spent   int
	width   int // of the last decision, when it was seen
}

// Delays tries all schedules that deviate from the default one by at most the
// given number of delays, each once. A limit of 0 is none; one that is reached
// is ErrLimit.
func Delays(run Run, bound, limit int) (Result, error) {
	var r Result
	todo := []branch{{}}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if limit > 0 && r.Schedules == limit {
			return r, ErrLimit
		}
		out, violation := run(&Fixed{choices: b.choices})
		if out.Err != nil {
			return r, fmt.Errorf("%w (schedule %s)", out.Err, Schedule(out))
		}
		n := len(b.choices)
		if len(out.Decisions) < n || n > 0 && len(out.Decisions[n-1].Alts) != b.width {
			return r, fmt.Errorf("the program does not repeat itself (schedule %s)", Schedule(out))
		}
		if out.Same {
			continue
		}
		r.add(out, violation)
		for i := len(out.Decisions) - 1; i >= max(n-1, 0); i-- {
			d := out.Decisions[i]
			took := d.Alts[d.Chosen]
			before := b.spent
			if i == n-1 {
				before -= took.Delays
			}
			for j, a := range d.Alts {
				switch {
				case a.Thread == took.Thread:
					// Another case of the same select, seen from its first one:
					// what it took instead of that one is no other schedule.
					if took.Case > 0 || a.Case == 0 || d.Took == None || a.Case == d.Took {
						continue
					}
				case i == n-1 || a.Case > 0:
					continue // seen from where the branch began, or to be seen from its first case
				}
				if before+a.Delays > bound {
					continue
				}
				choices := make([]int, i+1)
				copy(choices, b.choices)
				choices[i] = j
				todo = append(todo, branch{choices, before + a.Delays, len(d.Alts)})
			}
		}
	}
	return r, nil
}

// Priorities is the strategy of PCT: each thread has a random priority, and the
// highest that can goes on; at depth-1 random decisions among the first length
// ones it falls behind all others. It is good for one execution.
type Priorities struct {
	rng        *rand.Rand
	priorities map[int]int
	drops      map[int]int
	decision   int
}

// NewPriorities draws the points at which priorities change.
func NewPriorities(rng *rand.Rand, depth, length int) *Priorities {
	p := &Priorities{rng: rng, priorities: make(map[int]int), drops: make(map[int]int)}
	for i := 1; i < depth; i++ {
		p.drops[rng.IntN(max(length, 1))] = -i
	}
	return p
}

// Choose implements Strategy.
func (p *Priorities) Choose(alts []Alt) int {
	thread := p.highest(alts)
	if v, ok := p.drops[p.decision]; ok {
		p.priorities[thread] = v
		thread = p.highest(alts)
	}
	p.decision++
	var of []int
	for i, a := range alts {
		if a.Thread == thread {
			of = append(of, i)
		}
	}
	return of[p.rng.IntN(len(of))]
}

func (p *Priorities) highest(alts []Alt) int {
	best := alts[0].Thread
	for _, a := range alts {
		if _, ok := p.priorities[a.Thread]; !ok {
			p.priorities[a.Thread] = 1 + p.rng.IntN(1<<30)
		}
		if p.priorities[a.Thread] > p.priorities[best] {
			best = a.Thread
		}
	}
	return best
}

// PCT makes random runs with priorities. Each has random numbers of its own, so
// the n-th run with a seed is the same however many there are. With until set,
// it ends after so many violations.
func PCT(run Run, runs, depth int, seed uint64, until int) (Result, error) {
	var r Result
	// The length is the number of decisions of a run with the default schedule.
	out, _ := run(&Fixed{})
	if out.Err != nil {
		return r, out.Err
	}
	length := len(out.Decisions)
	for i := range runs {
		rng := rand.New(rand.NewPCG(seed, uint64(i)))
		out, violation := run(NewPriorities(rng, depth, length))
		if out.Err != nil {
			return r, fmt.Errorf("run %d: %w (schedule %s)", i+1, out.Err, Schedule(out))
		}
		r.add(out, violation)
		if until > 0 && r.Violations == until {
			break
		}
	}
	return r, nil
}
