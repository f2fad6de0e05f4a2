package explore

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/reference/sched"
)

// kinds are the kinds of failures found.
func kinds(r *Result) string {
	var k []string
	for _, v := range r.Violations {
		if !slices.Contains(k, v.Kind) {
			k = append(k, v.Kind)
		}
	}
	slices.Sort(k)
	return strings.Join(k, " ")
}

// pass takes a lock and gives it back.
func pass(l sched.Locker) {
	l.Lock()
	defer l.Unlock()
}

func outcomes(r *Result) string {
	var k []string
	for o := range r.Outcomes {
		k = append(k, o)
	}
	slices.Sort(k)
	return strings.Join(k, " ")
}

// Each litmus test is a program with the failures and the outcomes that Go
// gives it, no more and no less.
func TestLitmus(t *testing.T) {
	tests := []struct {
		name     string
		failures string
		outcomes string
		prog     func()
	}{
		{"a lock excludes", "", "11", func() {
			var m sched.Mutex
			x := sched.NewVar("x", 0)
			var wg sched.WaitGroup
			for range 2 {
				wg.Go("adder", func() {
					m.Lock()
					defer m.Unlock()
					x.Store(x.Load() + 1)
				})
			}
			wg.Wait()
			if x.Load() == 2 {
				sched.Outcome("11")
			}
		}},
		{"without it there is a race", "race", "1 2", func() {
			x := sched.NewVar("x", 0)
			var wg sched.WaitGroup
			for range 2 {
				wg.Go("adder", func() {
					v := x.Load()
					sched.Sleep()
					x.Store(v + 1)
				})
			}
			wg.Wait()
			sched.Outcome(string(rune('0' + x.Load())))
		}},
		{"a channel orders accesses", "", "1", func() {
			x := sched.NewVar("x", 0)
			c := sched.NewChan[int](0)
			sched.Go("writer", func() { x.Store(1); c.Send(0) })
			c.Recv()
			sched.Outcome(string(rune('0' + x.Load())))
		}},
		{"sending into a buffer does not order the sender after the receiver", "race", "ok", func() {
			x := sched.NewVar("x", 0)
			c := sched.NewChan[int](1)
			sched.Go("reader", func() { x.Load(); c.Recv() })
			c.Send(0)
			x.Store(1)
			sched.Outcome("ok")
		}},
		{"a full buffer does", "", "ok", func() {
			x := sched.NewVar("x", 0)
			c := sched.NewChan[int](1)
			sched.Go("reader", func() { x.Load(); c.Recv() })
			c.Send(0)
			c.Send(0)
			x.Store(1)
			sched.Outcome("ok")
		}},
		{"opposite locks deadlock", "deadlock", " done", func() {
			var a, b sched.Mutex
			var wg sched.WaitGroup
			wg.Go("ab", func() { a.Lock(); pass(&b); a.Unlock() })
			wg.Go("ba", func() { b.Lock(); pass(&a); b.Unlock() })
			wg.Wait()
			sched.Outcome("done")
		}},
		{"a waiting writer keeps readers out", "deadlock", " done", func() {
			var m sched.RWMutex
			var wg sched.WaitGroup
			wg.Go("reader", func() { m.RLock(); pass(m.RLocker()); m.RUnlock() })
			wg.Go("writer", func() { pass(&m) })
			wg.Wait()
			sched.Outcome("done")
		}},
		{"readers share", "", "done", func() {
			var m sched.RWMutex
			c := sched.NewChan[int](0)
			sched.Go("reader", func() { m.RLock(); c.Send(1); m.RUnlock() })
			m.RLock()
			c.Recv()
			m.RUnlock()
			sched.Outcome("done")
		}},
		{"a signal that comes too early is lost", "deadlock", " done", func() {
			var m sched.Mutex
			c := sched.NewCond(&m)
			sched.Go("signaller", func() { c.Signal() })
			m.Lock()
			c.Wait()
			m.Unlock()
			sched.Outcome("done")
		}},
		{"a flag under the lock keeps it", "", "done", func() {
			var m sched.Mutex
			c := sched.NewCond(&m)
			ready := false
			sched.Go("signaller", func() { m.Lock(); ready = true; m.Unlock(); c.Broadcast() })
			m.Lock()
			for !ready {
				c.Wait()
			}
			m.Unlock()
			sched.Outcome("done")
		}},
		{"nobody to send to is a leak", "leak", "done", func() {
			c := sched.NewChan[int](0)
			sched.Go("sender", func() { c.Send(1) })
			sched.Outcome("done")
		}},
		{"a daemon may wait for ever", "", "done", func() {
			c := sched.NewChan[int](0)
			sched.Daemon("sender", func() { c.Send(1) })
			sched.Outcome("done")
		}},
		{"a nil channel blocks", "deadlock", "", func() {
			var c *sched.Chan[int]
			c.Recv()
		}},
		{"sending on a closed channel panics", "panic", "panic", func() {
			c := sched.NewChan[int](1)
			c.Close()
			c.Send(1)
		}},
		{"closing twice panics", "panic", "panic", func() {
			c := sched.NewChan[int](1)
			c.Close()
			c.Close()
		}},
		{"a closed channel delivers what is in it", "", "1 true 0 false", func() {
			c := sched.NewChan[int](1)
			c.Send(1)
			c.Close()
			v, ok := c.Recv2()
			v2, ok2 := c.Recv2()
			if v == 1 && ok && v2 == 0 && !ok2 {
				sched.Outcome("1 true 0 false")
			}
		}},
		{"a select takes any ready case", "", "0 1", func() {
			a, b := sched.NewChan[int](1), sched.NewChan[int](1)
			a.Send(0)
			b.Send(0)
			sched.Outcome(string(rune('0' + sched.Select(a.RecvCase(nil, nil), b.RecvCase(nil, nil)))))
		}},
		{"default only if nothing is ready", "", "0", func() {
			a := sched.NewChan[int](1)
			a.Send(0)
			sched.Outcome(string(rune('0' + sched.TrySelect(a.RecvCase(nil, nil)))))
		}},
		{"a receiver may or may not have parked", "", "default sent", func() {
			c := sched.NewChan[int](0)
			sched.Daemon("receiver", func() { c.Recv() })
			if sched.TrySelect(c.SendCase(1)) < 0 {
				sched.Outcome("default")
			} else {
				sched.Outcome("sent")
			}
		}},
		{"once is once and waited for", "", "1", func() {
			var o sched.Once
			n := 0
			var wg sched.WaitGroup
			for range 2 {
				wg.Go("caller", func() { o.Do(func() { n++ }) })
			}
			wg.Wait()
			sched.Outcome(string(rune('0' + n)))
		}},
		{"store buffering is not sequentially consistent", "", "01 10 11", func() {
			x, y := sched.NewAtomic("x", 0), sched.NewAtomic("y", 0)
			var a, b int
			var wg sched.WaitGroup
			wg.Go("a", func() { x.Store(1); a = y.Load() })
			wg.Go("b", func() { y.Store(1); b = x.Load() })
			wg.Wait()
			sched.Outcome(string([]rune{rune('0' + a), rune('0' + b)}))
		}},
		{"a timer fires, now or later", "", "fired worked", func() {
			work := sched.NewChan[int](1)
			timer := sched.NewTimer("timeout")
			sched.Go("worker", func() { work.Send(1) })
			if sched.Select(timer.C.RecvCase(nil, nil), work.RecvCase(nil, nil)) == 0 {
				sched.Outcome("fired")
			} else {
				sched.Outcome("worked")
			}
		}},
		{"a stopped timer does not fire", "", "", func() {
			timer := sched.NewTimer("timeout")
			if timer.Stop() {
				sched.Quiesce("later")
				if timer.C.Len() != 0 {
					sched.Fail("stop", "fired")
				}
			}
		}},
		{"ending a context ends those derived from it", "", "context canceled", func() {
			parent, cancel := sched.WithCancel(sched.Background())
			child, _ := sched.WithCancel(parent)
			sched.Go("canceller", func() { cancel() })
			child.Done().Recv()
			sched.Outcome(child.Err().Error())
		}},
		{"a deadline may come first", "", "context canceled context deadline exceeded", func() {
			c, cancel := sched.WithTimeout(sched.Background())
			cancel()
			sched.Outcome(c.Err().Error())
		}},
		{"quiescence comes after all that can move", "", "5", func() {
			x := sched.NewAtomic("x", 0)
			for range 5 {
				sched.Go("adder", func() { x.Update(func(v int) int { return v + 1 }) })
			}
			sched.Quiesce("settled")
			sched.Outcome(string(rune('0' + x.Load())))
		}},
		{"a panic can be recovered", "", "boom", func() {
			defer func() {
				if r := sched.Recovered(recover()); r != nil {
					sched.Outcome(r.(string))
				}
			}()
			sched.Sleep()
			panic("boom")
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, r := range reductions {
				res := Run(Options{Reduction: r}, tt.prog)
				if !res.Complete {
					t.Fatal(res)
				}
				if got := kinds(res); got != tt.failures {
					t.Errorf("%v: failures %q, want %q", r, got, tt.failures)
				}
				if got := outcomes(res); got != tt.outcomes {
					t.Errorf("%v: outcomes %q, want %q", r, got, tt.outcomes)
				}
			}
		})
	}
}

// Without writer preference the recursive read lock is harmless, and the test
// for it must say so.
func TestMutantWithoutWriterPreferenceIsKilled(t *testing.T) {
	prog := func() {
		var m sched.RWMutex
		sched.Go("writer", func() { pass(&m) })
		m.RLock()
		pass(m.RLocker())
		m.RUnlock()
	}
	if res := Run(Options{}, prog); kinds(res) != sched.Deadlock {
		t.Errorf("with: %q", kinds(res))
	}
	if res := Run(Options{mutant: noWriterPreference}, prog); kinds(res) != "" {
		t.Errorf("without: %q", kinds(res))
	}
}

// deep violates only if the second thread runs between two steps of the first.
func deep() {
	x := sched.NewAtomic("x", 0)
	sched.Go("first", func() {
		for i := range 4 {
			x.Store(i)
			if x.Load() != i {
				sched.Fail("torn", "another write came between")
			}
		}
	})
	sched.Go("second", func() { x.Store(9); x.Store(8); sched.Reached("wrote") })
}

func TestBoundsCutAndSaySo(t *testing.T) {
	res := Run(Options{Reduction: None, Bound: Bound{Preemption, 0}}, deep)
	if res.Violating != 0 || res.Complete || !res.Exhausted {
		t.Errorf("no preemption: %v", res)
	}
	res = Run(Options{Reduction: None, Bound: Bound{Preemption, 1}}, deep)
	if res.Violating == 0 || res.Complete {
		t.Errorf("one preemption: %v", res)
	}
	res = Run(Options{Reduction: None, Bound: Bound{Delay, 1}}, deep)
	if res.Violating == 0 || res.Complete {
		t.Errorf("one delay: %v", res)
	}
	wide := Run(Options{Reduction: None, Bound: Bound{Preemption, 100}}, deep)
	all := Run(Options{Reduction: None}, deep)
	if !wide.Complete || wide.Traces != all.Traces || wide.Runs != all.Runs {
		t.Errorf("a bound that cuts nothing: %v, want %v", wide, all)
	}
}

func TestEveryWayToStopEarlyIsIncomplete(t *testing.T) {
	for name, o := range map[string]Options{
		"runs":      {Reduction: None, MaxRuns: 3},
		"steps":     {MaxSteps: 5},
		"violation": {StopAt: 1},
		"pct":       {PCT: &PCT{Runs: 1000, Depth: 2, Steps: 12}},
	} {
		if res := Run(o, deep); res.Complete || res.OK() || res.Why == "" || !strings.Contains(res.String(), "INCOMPLETE") {
			t.Errorf("%s: %v", name, res)
		}
	}
	forever := func() {
		for {
			sched.Sleep()
		}
	}
	if res := Run(Options{}, forever); res.Complete || res.Traces != 0 {
		t.Errorf("a program that does not end: %v", res)
	}
}

func TestGoalsThatAreNotMetFail(t *testing.T) {
	if res := Run(Options{Goals: []string{"wrote"}}, deep); len(res.Missing) != 0 {
		t.Error(res)
	}
	res := Run(Options{Goals: []string{"wrote", "never"}}, func() {})
	if !slices.Equal(res.Missing, []string{"never", "wrote"}) || res.OK() {
		t.Error(res)
	}
}

func TestPCTFindsADeepInterleaving(t *testing.T) {
	res := Run(Options{PCT: &PCT{Runs: 500, Depth: 2, Steps: 10, Seed: 1}, StopAt: 1}, deep)
	if res.Violating == 0 {
		t.Error(res)
	}
}

func TestSchedulesReplay(t *testing.T) {
	res := Run(Options{}, deep)
	if len(res.Violations) == 0 {
		t.Fatal(res)
	}
	v := res.Violations[0]
	text := v.Schedule.String()
	var first string
	for range 100 {
		s, err := ParseSchedule(text)
		if err != nil || s.String() != text {
			t.Fatal(s, err)
		}
		tr, err := Replay(s, deep)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range tr.Events {
			got = append(got, tr.Threads[e.Thread]+" "+e.Text)
		}
		all := strings.Join(got, "\n") + tr.Failures[0].Msg
		if first == "" {
			first = all
		}
		if all != first {
			t.Fatalf("replay differs:\n%s\n%s", all, first)
		}
	}
	if _, err := Replay(Schedule{{Thread: 9, Peer: -1}}, deep); err == nil {
		t.Error("a schedule of another program was followed")
	}
	for _, bad := range []string{"x", "1.", "-1", "1*0", "1>", "1.x", "1>2.y"} {
		if s, err := ParseSchedule(bad); err == nil && s.String() != bad {
			t.Errorf("%q was read as %v", bad, s)
		}
	}
}

func TestUncontrolledProgramsAreNoticed(t *testing.T) {
	n := 0
	defer func() {
		if r := recover(); r == nil || !strings.Contains(r.(string), "does not control") {
			t.Errorf("recovered %v", r)
		}
	}()
	Run(Options{Reduction: None}, func() {
		n++ // survives from one execution to the next
		x := sched.NewAtomic("x", 0)
		if n%2 == 0 {
			sched.Go("even", func() { x.Load() })
		} else {
			sched.Go("odd", func() { sched.Choose(2, "odd") })
		}
		x.Store(1)
	})
}

func TestMinimise(t *testing.T) {
	res := Run(Options{Reduction: None}, deep)
	worst := res.Violations[0].Schedule
	for _, v := range res.Violations {
		if len(v.Schedule) > len(worst) {
			worst = v.Schedule
		}
	}
	m := Minimise(worst, "torn", deep)
	if switches(m) > 2 {
		t.Errorf("%v has %d switches", m, switches(m))
	}
	tr, err := Replay(m, deep)
	if err != nil || len(tr.Failures) == 0 {
		t.Errorf("minimised schedule does not violate: %v %v", tr, err)
	}
}

func TestCounterexampleIsSimple(t *testing.T) {
	tr, res := Counterexample(Options{}, 2, deep)
	if tr == nil || res.Bound != (Bound{Preemption, 1}) || switches(tr.Schedule) > 2 || len(tr.Failures) == 0 {
		t.Errorf("%+v %v", tr, res)
	}
	if tr, res := Counterexample(Options{}, 2, exchange(2, true)); tr != nil || !res.Complete || res.Traces != 8 {
		t.Errorf("%+v %v", tr, res)
	}
}

// Two independent writes, with an invariant about both: it is broken in between
// if one of them comes first.
func TestInvariantsSeeTheStatesBetween(t *testing.T) {
	prog := func() {
		x, y := 0, 0
		ox, oy := sched.NewObject("x"), sched.NewObject("y")
		sched.Always("y follows x", func() error {
			if y > x {
				return errors.New("y is ahead")
			}
			return nil
		}, &ox, &oy)
		sched.Go("x", func() { sched.Do("x", func() { x++ }, sched.Access{Obj: &ox, Mode: sched.Write}) })
		sched.Go("y", func() { sched.Do("y", func() { y++ }, sched.Access{Obj: &oy, Mode: sched.Write}) })
	}
	for _, r := range reductions {
		if res := Run(Options{Reduction: r}, prog); res.Traces != 2 || res.Violating != 1 || kinds(res) != "y follows x" {
			t.Errorf("%v: %v", r, res)
		}
	}
}
