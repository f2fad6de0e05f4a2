package explore

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/informerlint/informerlint/reference/sched"
)

// A Schedule is which alternative was taken at each step: all that it takes to
// repeat an execution.
type Schedule []sched.Alt

// String writes a schedule so that [ParseSchedule] reads it back: for each step
// the number of the thread, then ".n" for its n-th alternative if that is not
// the first, then ">m.k" for the receiver of an unbuffered send. A number of
// equal words in a row is written once, with "*n".
func (s Schedule) String() string {
	var words []string
	for i := 0; i < len(s); {
		n := 1
		for i+n < len(s) && s[i+n] == s[i] {
			n++
		}
		word := part(s[i].Thread, s[i].Case)
		if s[i].Peer >= 0 {
			word += ">" + part(s[i].Peer, s[i].PeerCase)
		}
		if n > 1 {
			word += "*" + strconv.Itoa(n)
		}
		words = append(words, word)
		i += n
	}
	return strings.Join(words, " ")
}

func part(thread int32, c int16) string {
	if c == 0 {
		return strconv.Itoa(int(thread))
	}
	return fmt.Sprintf("%d.%d", thread, c)
}

// ParseSchedule reads what [Schedule.String] wrote.
func ParseSchedule(text string) (Schedule, error) {
	var s Schedule
	for _, word := range strings.Fields(text) {
		word, times, many := strings.Cut(word, "*")
		n := 1
		if many {
			var err error
			if n, err = strconv.Atoi(times); err != nil || n < 1 || n > 1<<20 {
				return nil, fmt.Errorf("bad count in %q", word+"*"+times)
			}
		}
		a := sched.Alt{Peer: -1}
		first, second, joint := strings.Cut(word, ">")
		var err error
		if a.Thread, a.Case, err = unpart(first); err != nil {
			return nil, err
		}
		if joint {
			if a.Peer, a.PeerCase, err = unpart(second); err != nil {
				return nil, err
			}
		}
		for range n {
			s = append(s, a)
		}
	}
	return s, nil
}

func unpart(text string) (int32, int16, error) {
	thread, c, more := strings.Cut(text, ".")
	t, err := strconv.ParseInt(thread, 10, 32)
	if err != nil || t < 0 {
		return 0, 0, fmt.Errorf("bad thread in %q", text)
	}
	var n int64
	if more {
		if n, err = strconv.ParseInt(c, 10, 16); err != nil || n < 0 {
			return 0, 0, fmt.Errorf("bad alternative in %q", text)
		}
	}
	return int32(t), int16(n), nil
}

// A Trace is an execution that can be shown.
type Trace struct {
	Schedule Schedule
	Threads  []string // names, by number
	Events   []sched.Event
	Failures []sched.Failure
	Outcome  string
	Faults   int // steps that the environment could have left
}

// Replay runs a program along a schedule, and then, if the schedule does not
// reach an end, on by the simplest choices.
func Replay(s Schedule, prog func()) (t *Trace, err error) {
	one.Lock()
	defer one.Unlock()
	defer sched.Release()
	defer func() {
		if r := recover(); r != nil {
			t, err = nil, fmt.Errorf("the schedule does not fit the program: %v", r)
		}
	}()
	return follow(s, prog, true, false), nil
}

// follow runs along a schedule. If it is only advice, steps that are not
// possible are left out.
func follow(s Schedule, prog func(), tracing, advice bool) *Trace {
	w := sched.Start(sched.Config{Tracing: tracing}, prog)
	defer w.Close()
	t := &Trace{}
	var enabled []sched.Alt
	last := int32(-1)
	for len(t.Schedule) < 10_000 {
		enabled = w.Enabled(enabled[:0])
		if len(enabled) == 0 {
			break
		}
		var next sched.Alt
		for advice && len(s) > 0 && !slices.Contains(enabled, s[0]) {
			s = s[1:]
		}
		if len(s) > 0 {
			next, s = s[0], s[1:]
			if !slices.Contains(enabled, next) {
				panic(fmt.Sprintf("step %d: %v is not possible, only %v", len(t.Schedule), next, enabled))
			}
		} else {
			next = simplest(w, enabled, last)
		}
		last = next.Thread
		if w.IsFault(next) {
			t.Faults++
		}
		w.Step(next)
		t.Schedule = append(t.Schedule, next)
	}
	w.Finish()
	t.Threads = w.Threads()
	t.Events = w.Events()
	t.Failures = w.Failures()
	t.Outcome = w.OutcomeOf()
	return t
}

// simplest is the choice where nothing is asked for: the last thread goes on,
// and there are no faults.
func simplest(w *sched.World, enabled []sched.Alt, last int32) sched.Alt {
	best, found := enabled[0], false
	for _, a := range enabled {
		if !w.IsFault(a) && (!found || a.Has(last) && !best.Has(last)) {
			best, found = a, true
		}
	}
	return best
}

// Minimise looks for a simpler schedule that violates the same property: fewer
// faults first, then fewer switches between threads, then fewer steps. It leaves
// out steps and merges stretches of one thread as long as that helps.
func Minimise(s Schedule, property string, prog func()) Schedule {
	one.Lock()
	defer one.Unlock()
	defer sched.Release()
	try := func(s Schedule) *Trace {
		t := follow(s, prog, false, true)
		for _, f := range t.Failures {
			if f.Kind == property {
				return t
			}
		}
		return nil
	}
	best := try(s)
	if best == nil {
		return s
	}
	improve := func() bool {
		s := best.Schedule
		for i := range s {
			for _, candidate := range []Schedule{leaveOut(s, i), leaveOutRest(s, i), postpone(s, i), s[:i]} {
				if t := try(candidate); t != nil && simpler(t, best) {
					best = t
					return true
				}
			}
		}
		return false
	}
	for range 200 {
		if !improve() {
			break
		}
	}
	return best.Schedule
}

// leaveOut drops one step.
func leaveOut(s Schedule, i int) Schedule { return slices.Delete(slices.Clone(s), i, i+1) }

// leaveOutRest drops a step and all later ones of its thread.
func leaveOutRest(s Schedule, i int) Schedule {
	keep := slices.Clone(s[:i])
	for _, a := range s[i:] {
		if !a.Has(s[i].Thread) {
			keep = append(keep, a)
		}
	}
	return keep
}

// postpone moves a stretch of one thread behind the stretch that follows.
func postpone(s Schedule, i int) Schedule {
	j := i
	for j < len(s) && s[j].Thread == s[i].Thread {
		j++
	}
	if j == len(s) {
		return s
	}
	k := j
	for k < len(s) && s[k].Thread == s[j].Thread {
		k++
	}
	out := slices.Clone(s[:i])
	out = append(out, s[j:k]...)
	out = append(out, s[i:j]...)
	return append(out, s[k:]...)
}

func simpler(a, b *Trace) bool {
	return slices.Compare(
		[]int{a.Faults, switches(a.Schedule), len(a.Schedule)},
		[]int{b.Faults, switches(b.Schedule), len(b.Schedule)}) < 0
}

func switches(s Schedule) int {
	n := 0
	for i := 1; i < len(s); i++ {
		if s[i].Thread != s[i-1].Thread {
			n++
		}
	}
	return n
}
