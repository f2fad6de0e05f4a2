package explore

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/reference/sched"
)

// reader is a thread that takes numbers from a box until it is told to stop, and
// calls f, which may call operations, for each. It is written twice, and what it
// waits for as well.
type reader struct {
	box  int // 0: empty
	stop bool

	boxObj, stopObj sched.Object
	lock            sched.Mutex
	seen            []int
}

func (r *reader) waits(got *int) []sched.Branch {
	return []sched.Branch{
		{Name: "take", Guard: func() bool { return r.box > 0 }, Effect: func() { *got, r.box = r.box, 0 },
			Acc: []sched.Access{{Obj: &r.boxObj, Mode: sched.Write}}},
		{Name: "stop", Guard: func() bool { return r.stop }, Acc: []sched.Access{{Obj: &r.stopObj, Mode: sched.Read}}},
	}
}

func (r *reader) note(n int) {
	if n == 3 {
		panic("three")
	}
	r.lock.Lock()
	r.seen = append(r.seen, n)
	r.lock.Unlock()
}

func (r *reader) withStack() {
	for {
		got := 0
		if sched.AwaitAny(r.waits(&got)...) == 1 {
			return
		}
		r.note(got)
	}
}

func (r *reader) withoutStack() func(int) sched.Turn {
	x := &taker{r: r}
	return func(taken int) sched.Turn {
		switch taken {
		case 0:
			return sched.Turn{Call: func() { r.note(x.got) }}
		case 1:
			return sched.Turn{}
		}
		return sched.Turn{Wait: []sched.Branch{
			{Name: "take", By: x, N: 0, Acc: []sched.Access{{Obj: &r.boxObj, Mode: sched.Write}}},
			{Name: "stop", By: x, N: 1, Acc: []sched.Access{{Obj: &r.stopObj, Mode: sched.Read}}},
		}}
	}
}

// A taker is what a reader waits for.
type taker struct {
	r   *reader
	got int
}

func (x *taker) Ready(n int) bool { return n == 0 && x.r.box > 0 || n == 1 && x.r.stop }

func (x *taker) Take(n int) {
	if n == 0 {
		x.got, x.r.box = x.r.box, 0
	}
}

// The ways to run a reader.
const (
	onStack = iota
	offStack
	followed
)

func readers(how, numbers int) func() {
	return func() {
		r := &reader{boxObj: sched.NewObject("box"), stopObj: sched.NewObject("stop")}
		r.lock.Named("lock")
		var group sched.WaitGroup
		group.Named("readers")
		for range 2 {
			group.Begin()
			switch how {
			case onStack:
				sched.Daemon("reader", func() { defer group.Done(); r.withStack() })
			case offStack:
				sched.Loop("reader", r.withoutStack()).AtEnd(group.Done)
			case followed:
				sched.Daemon("reader", func() { defer group.Done(); sched.Follow(r.withoutStack()) })
			}
		}
		sched.Daemon("ended", group.Wait)
		sched.Go("writer", func() {
			for i := range numbers {
				sched.Await("put", func() bool { return r.box == 0 }, func() { r.box = i + 1 }, sched.Access{Obj: &r.boxObj, Mode: sched.Write})
			}
		})
		sched.Go("stop", func() {
			sched.Do("stop", func() { r.stop = true }, sched.Access{Obj: &r.stopObj, Mode: sched.Write})
		})
		sched.Finally(func() {
			s := ""
			for _, n := range r.seen {
				s += string(rune('0' + n))
			}
			sched.Outcome(s)
		})
	}
}

// A thread without a stack does what the same thread with one does, when it waits,
// when it calls what blocks, when that panics and when it ends. With Follow, one with
// a stack does the same.
func TestLoopIsAThread(t *testing.T) {
	for _, numbers := range []int{1, 2, 3} {
		with, without := Run(Options{}, readers(onStack, numbers)), Run(Options{}, readers(offStack, numbers))
		if !with.SameClasses(without) || outcomes(with) != outcomes(without) || with.Traces < 5 || with.Violating != without.Violating {
			t.Errorf("%d numbers: with a stack %v %v, without %v %v", numbers, with, outcomes(with), without, outcomes(without))
		}
		if numbers == 3 && with.Outcomes[sched.Panic] == 0 {
			t.Error("nothing panics")
		}
		if f := Run(Options{}, readers(followed, numbers)); !f.SameClasses(without) || outcomes(f) != outcomes(without) {
			t.Errorf("%d numbers: followed %v %v, without a stack %v %v", numbers, f, outcomes(f), without, outcomes(without))
		}
		every := Run(Options{Reduction: Sleep}, readers(offStack, numbers))
		if !every.SameClasses(without) {
			t.Errorf("%d numbers: %v, sleep %v", numbers, without, every)
		}
	}
}

// A panic of the loop itself ends the thread, and its stack says nothing of who
// drives the execution.
func TestLoopPanics(t *testing.T) {
	prog := func() {
		sched.Loop("loop", func(taken int) sched.Turn {
			if taken == 0 {
				panic("over")
			}
			return sched.Turn{Wait: []sched.Branch{{Name: "go"}}}
		})
	}
	res := Run(Options{}, prog)
	if !res.Complete || len(res.Violations) != 1 || res.Violations[0].Kind != sched.Panic || res.Violations[0].Msg != "loop: over" {
		t.Fatalf("%v %v", res, res.Violations)
	}
	shown, err := Replay(res.Violations[0].Schedule, prog)
	if err != nil || len(shown.Failures) != 1 {
		t.Fatal(shown, err)
	}
	lines := strings.Split(shown.Failures[0].Msg, "\n")
	if lines[0] != "loop: over" || !slices.ContainsFunc(lines, func(s string) bool { return strings.Contains(s, "TestLoopPanics") }) ||
		slices.ContainsFunc(lines, func(s string) bool { return strings.Contains(s, "Replay") }) {
		t.Errorf("%q", lines)
	}
}

// perhaps is a thread that may do something twice, with and without a stack.
func perhaps(how int) func() {
	return func() {
		n, obj, seen := 0, sched.NewObject("n"), ""
		acc := []sched.Access{{Obj: &obj, Mode: sched.Write}}
		may := sched.Branch{Name: "more", Guard: func() bool { return n < 2 }, Effect: func() { n++ }, Acc: acc}
		times := 0
		next := func(int) (turn sched.Turn) {
			if times++; times <= 2 {
				turn.Wait, turn.Maybe = []sched.Branch{may}, true
			}
			return turn
		}
		switch how {
		case onStack:
			sched.Go("perhaps", func() {
				for range 2 {
					sched.Maybe(may.Name, may.Guard, may.Effect, acc...)
				}
			})
		case offStack:
			sched.Steps("perhaps", next)
		case followed:
			sched.Go("perhaps", func() { sched.Follow(next) })
		}
		for range 2 {
			sched.Go("other", func() {
				sched.Do("one more", func() {
					n++
					seen += string(rune('0' + n))
				}, acc...)
			})
		}
		sched.Finally(func() { sched.Outcome(seen + string(rune('0'+n))) })
	}
}

// What a thread without a stack may do is what one with a stack may: the classes are
// the same, and so is what a trace says, in which it is a fault.
func TestTurnMaybe(t *testing.T) {
	with := Run(Options{}, perhaps(onStack))
	if !with.Complete || with.Traces < 10 {
		t.Fatal(with)
	}
	for _, how := range []int{offStack, followed} {
		if r := Run(Options{}, perhaps(how)); !r.SameClasses(with) || outcomes(r) != outcomes(with) {
			t.Errorf("%d: %v %v, on a stack %v %v", how, r, outcomes(r), with, outcomes(with))
		}
	}
	for _, text := range []string{"1 1 2 3", "1.1 1 2 3", "2 3 1.1 1.1", "2 1 1.1 3"} {
		s, err := ParseSchedule(text)
		if err != nil {
			t.Fatal(err)
		}
		a, err := Replay(s, perhaps(onStack))
		if err != nil {
			t.Fatal(err)
		}
		b, err := Replay(s, perhaps(offStack))
		if err != nil {
			t.Fatal(err)
		}
		if a.Faults != b.Faults || a.Outcome != b.Outcome || !slices.EqualFunc(a.Events, b.Events, func(x, y sched.Event) bool { return x.Text == y.Text }) {
			t.Errorf("%s: %+v, on a stack %+v", text, b, a)
		}
	}
}

// A thread of Steps is expected to end, and one of Loop is not.
func TestStepsLeak(t *testing.T) {
	for _, loop := range []bool{true, false} {
		res := Run(Options{}, func() {
			start := sched.Steps
			if loop {
				start = sched.Loop
			}
			start("waits", func(int) sched.Turn {
				return sched.Turn{Wait: []sched.Branch{{Name: "for ever", Guard: func() bool { return false }}}}
			})
		})
		if leaks := len(res.Violations) == 1 && res.Violations[0].Kind == sched.Leak; leaks == loop {
			t.Errorf("loop %v: %v", loop, res.Violations)
		}
	}
}

// sometimes is a program whose loop makes calls that are said to be brief. Most are; a
// call of number 2 or more calls operations, in executions in which it comes to that.
func sometimes(brief bool) func() {
	return func() {
		n, obj, done := 0, sched.NewObject("n"), ""
		var lock sched.Mutex
		lock.Named("lock")
		got := 0
		call := func() {
			defer func() { done += string(rune('0' + got)) }()
			if got == 4 {
				panic("four")
			}
			if got >= 2 {
				lock.Lock()
				defer lock.Unlock()
				done += "+"
			}
			if got == 3 {
				sched.Go("started", func() { sched.Do("begins", nil, sched.Access{Obj: &obj, Mode: sched.Write}) })
			}
		}
		sched.Loop("loop", func(taken int) sched.Turn {
			if taken == 0 {
				return sched.Turn{Call: call, Brief: brief}
			}
			return sched.Turn{Wait: []sched.Branch{{Name: "take", Guard: func() bool { return n > 0 }, Effect: func() { got, n = n, 0 },
				Acc: []sched.Access{{Obj: &obj, Mode: sched.Write}}}}}
		})
		for range 4 {
			sched.Go("adder", func() { sched.Do("add", func() { n++ }, sched.Access{Obj: &obj, Mode: sched.Write}) })
		}
		sched.Go("other", func() {
			lock.Lock()
			defer lock.Unlock()
		})
		sched.Finally(func() { sched.Outcome(done) })
	}
}

// A call that is said to be brief gets a stack when it turns out to need one, in the
// middle of a search: nothing is lost, and nothing else is tried.
func TestBriefCalls(t *testing.T) {
	for _, o := range []Options{{}, {Reduction: Sleep}, {MaxRuns: 40}, {Workers: 2}} {
		a, b := Run(o, sometimes(false)), Run(o, sometimes(true))
		same := maps.Equal(a.prints, b.prints) && outcomes(a) == outcomes(b) && a.Violating == b.Violating && len(a.Violations) == len(b.Violations)
		if o.Workers == 0 {
			same = same && a.Runs == b.Runs && a.Blocked == b.Blocked && a.Steps == b.Steps
		}
		if !same || a.Outcomes["1+21"] == 0 && o.MaxRuns == 0 || a.Violating == 0 && o.MaxRuns == 0 {
			t.Errorf("%+v: %v %v, brief %v %v", o, a, outcomes(a), b, outcomes(b))
		}
	}
	// It is noticed late: the first runs need none.
	begun := 0
	res := Run(Options{}, func() { begun++; sometimes(true)() })
	if begun != res.Runs+1 {
		t.Errorf("%d executions for %d runs", begun, res.Runs)
	}
}
