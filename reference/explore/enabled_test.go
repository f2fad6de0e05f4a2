package explore

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/reference/sched"
)

// What is possible after an event is the same whether every thread is asked or only
// those that the event has to do with. In the first program an event that touches
// nothing makes an exchange possible.
func TestEnabledAfter(t *testing.T) {
	programs := []func(){func() {
		c := sched.NewChan[int](0)
		for range 2 {
			sched.Go("receiver", func() {
				if sched.Choose(2, "receive") == 1 {
					c.Recv()
				}
			})
		}
		sched.Daemon("sender", func() { c.Send(1) })
	}}
	for seed := uint64(1); seed <= 1500; seed++ {
		programs = append(programs, program(generate(seed)))
	}
	steps, kept := 0, 0
	for k, prog := range programs {
		rng := rand.New(rand.NewPCG(uint64(k), 3))
		times := 4
		if k == 0 {
			times = 50
		}
		for range times {
			w := sched.Start(sched.Config{}, prog)
			before := w.Enabled(nil)
			for len(before) > 0 {
				w.Step(before[rng.IntN(len(before))])
				e := &w.Events()[len(w.Events())-1]
				after := w.EnabledAfter(nil, before, e)
				if all := w.Enabled(nil); !slices.Equal(after, all) {
					t.Fatalf("program %d, after %d events: %v, and asking all %v", k, len(w.Events()), after, all)
				}
				steps++
				if len(before) > 1 && len(after) > 0 {
					kept++
				}
				before = after
			}
			w.Close()
			w.Recycle()
		}
	}
	if sched.Release(); kept < steps/4 {
		t.Errorf("%d steps, only %d from a choice to another", steps, kept)
	}
}

// A set is what a map would be, on both sides of the end of its first word.
func TestSet(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, limit := range []int{10, 64, 65, 128, 129, 200} {
		var a, b set
		for range 200 {
			if rng.IntN(10) == 0 {
				a.clear()
			}
			b.clear()
			inA, inB := map[int]bool{}, map[int]bool{}
			for i := range limit {
				if a.has(i) {
					inA[i] = true
				}
			}
			for range rng.IntN(4) {
				i := rng.IntN(limit)
				b.add(i)
				inB[i] = true
			}
			meets, within := false, true
			for i := range inB {
				meets, within = meets || inA[i], within && inA[i]
			}
			if a.meets(&b) != meets || b.meets(&a) != meets || a.contains(&b) != within {
				t.Fatalf("%v and %v: meets %v, contains %v", inA, inB, a.meets(&b), a.contains(&b))
			}
			a.union(&b)
			for i := range limit + 70 {
				if a.has(i) != (inA[i] || inB[i]) || b.has(i) != inB[i] {
					t.Fatalf("%v and %v together: %d is %v", inA, inB, i, a.has(i))
				}
			}
		}
	}
}

// A program that is another one in its second execution is noticed, also where a thread
// goes on by itself: in what is repeated, its next step is not possible.
func TestDivergenceIsNoticed(t *testing.T) {
	for _, step := range []int{1, 2} {
		executions := 0
		prog := func() {
			executions++
			first, n, obj := executions == 1, 0, sched.NewObject("n")
			write := sched.Access{Obj: &obj, Mode: sched.Write}
			sched.Go("one", func() {
				for i := range 2 {
					sched.Await("step", func() bool { return first || i+1 != step }, func() { n++ }, write)
				}
			})
			sched.Go("two", func() { sched.Do("step", func() { n++ }, write) })
			sched.Go("three", func() { sched.Do("step", func() { n++ }, write) })
		}
		func() {
			defer func() {
				if r := recover(); r == nil || !strings.Contains(fmt.Sprint(r), "does not exist") {
					t.Errorf("step %d: %v", step, r)
				}
			}()
			t.Error(Run(Options{}, prog))
		}()
	}
}

// counted is a program with something that has to hold after each step, threads that
// start others and wait at once, and exchanges.
func counted() {
	n, obj := 0, sched.NewObject("n")
	sched.Always("at most two", func() error {
		if n > 2 {
			return fmt.Errorf("%d", n)
		}
		return nil
	}, &obj)
	write := sched.Access{Obj: &obj, Mode: sched.Write}
	c := sched.NewChan[int](0)
	for range 2 {
		sched.Go("adder", func() {
			sched.Do("add", func() { n++ }, write)
			sched.Go("child", func() { sched.Do("add", func() { n++ }, write) })
			sched.Do("take", func() { n-- }, write)
			c.Send(n)
			sched.Do("add", func() { n++ }, write)
		})
	}
	for range 2 {
		sched.Go("receiver", func() {
			c.Recv()
			sched.Do("add", func() { n++ }, write)
		})
	}
}

// Steps that are repeated lead to where they have led before, whether one thread goes on
// by itself or not, and whether it is recorded what they touch or not.
func TestRepeat(t *testing.T) {
	programs := []func(){counted, sometimes(false)}
	for seed := uint64(1); seed <= 400; seed++ {
		programs = append(programs, program(generate(seed)))
	}
	failing := 0
	for k, prog := range programs {
		rng := rand.New(rand.NewPCG(uint64(k), 5))
		for i := range 20 {
			state := func(w *sched.World, touches bool) string {
				s := fmt.Sprint(w.Enabled(nil), w.Threads(), w.Slots(), w.Failures())
				for i := range w.Events() {
					e := &w.Events()[i]
					s += fmt.Sprint(e.Alt, e.Seq, e.PeerSeq, e.Meets, w.Path(e.Thread), w.Creator(e.Thread))
					if touches {
						s += fmt.Sprint(w.Touches(e))
					}
				}
				return s
			}
			var alts []sched.Alt
			w := sched.Start(sched.Config{}, prog)
			for enabled := w.Enabled(nil); len(enabled) > 0 && len(alts) < i+2; enabled = w.Enabled(nil) {
				a := enabled[rng.IntN(len(enabled))]
				w.Step(a)
				alts = append(alts, a)
			}
			recorded, bare := state(w, true), state(w, false)
			failing += len(w.Failures())
			w.Close()
			w.Recycle()
			for _, quiet := range []bool{false, true} {
				w := sched.Start(sched.Config{}, prog)
				w.Quiet(quiet)
				w.Repeat(alts)
				want := recorded
				if quiet {
					want = bare
				}
				if got := state(w, !quiet); got != want {
					t.Fatalf("program %d, %v, quiet %v:\n%s\nand step by step\n%s", k, alts, quiet, got, want)
				}
				w.Close()
				w.Recycle()
			}
		}
	}
	if sched.Release(); failing == 0 {
		t.Error("nothing fails")
	}
}
