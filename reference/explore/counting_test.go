package explore

import (
	"fmt"
	"testing"

	"github.com/informerlint/informerlint/reference/sched"
)

// reductions that must agree, the reference last.
var reductions = []Reduction{SourceDPOR, Sleep, None}

// count checks the number of execution classes under each reduction, against a
// number that is known by combinatorics.
func count(t *testing.T, want int, prog func()) {
	t.Helper()
	for _, r := range reductions {
		res := Run(Options{Reduction: r}, prog)
		if !res.Complete {
			t.Errorf("%v: %v", r, res)
		}
		if res.Traces != want {
			t.Errorf("%v: %d traces, want %d (%v)", r, res.Traces, want, res)
		}
		if r == SourceDPOR && want == 1 && res.Runs != 1 {
			t.Errorf("%v: %d runs for one class", r, res.Runs)
		}
	}
}

// writers is n threads with k writes each, to one object or to one each.
func writers(n, k int, shared bool) func() {
	return func() {
		x := sched.NewObject("x")
		for i := range n {
			y := &x
			if !shared {
				o := sched.NewObject("y")
				y = &o
			}
			sched.Go(fmt.Sprint("writer", i), func() {
				for range k {
					sched.Do("write", nil, sched.Access{Obj: y, Mode: sched.Write})
				}
			})
		}
	}
}

// The orders of n sequences of k dependent writes are (nk)! / (k!)^n.
func TestDependentWritesAreMultinomials(t *testing.T) {
	for _, c := range []struct{ n, k, want int }{
		{2, 1, 2}, {2, 2, 6}, {2, 3, 20}, {3, 1, 6}, {3, 2, 90}, {4, 1, 24}, {2, 4, 70}, {5, 1, 120},
	} {
		t.Run(fmt.Sprintf("%dx%d", c.n, c.k), func(t *testing.T) { count(t, c.want, writers(c.n, c.k, true)) })
	}
}

func TestIndependentWritesAreOneTrace(t *testing.T) {
	count(t, 1, writers(2, 2, false))
	count(t, 1, writers(3, 2, false))
}

// Reads among themselves are independent: with one writer only its place
// among the reads of each reader counts, (k+1)^n.
func TestReadersAndOneWriter(t *testing.T) {
	prog := func(n, k int) func() {
		return func() {
			x := sched.NewObject("x")
			for range n {
				sched.Go("reader", func() {
					for range k {
						sched.Do("read", nil, sched.Access{Obj: &x, Mode: sched.Read})
					}
				})
			}
			sched.Go("writer", func() { sched.Do("write", nil, sched.Access{Obj: &x, Mode: sched.Write}) })
		}
	}
	count(t, 3, prog(1, 2))
	count(t, 9, prog(2, 2))
	count(t, 8, prog(3, 1))
}

// exchange is n senders of one value each and n receivers, which then write to
// a common log if they are told to.
func exchange(n int, log bool) func() {
	return func() {
		c := sched.NewChan[int](0)
		x := sched.NewObject("log")
		for i := range n {
			sched.Go("sender", func() { c.Send(i) })
			sched.Go("receiver", func() {
				c.Recv()
				if log {
					sched.Do("log", nil, sched.Access{Obj: &x, Mode: sched.Write})
				}
			})
		}
	}
}

// The k-th exchange pairs one of the senders with one of the receivers that
// are left: (n!)^2 sequences. With a log there are n! orders of its lines for
// each, so 8 for two of each.
func TestUnbufferedExchange(t *testing.T) {
	count(t, 1, exchange(1, false))
	count(t, 4, exchange(2, false))
	count(t, 8, exchange(2, true))
	count(t, 36, exchange(3, false))
}

func TestChoices(t *testing.T) {
	count(t, 12, func() {
		sched.Go("a", func() { sched.Choose(3, "a") })
		sched.Go("b", func() { sched.Choose(2, "b"); sched.Choose(2, "b") })
	})
	// Taken at one of two places between the writes, or before, or after, or left.
	count(t, 4, func() {
		x := sched.NewObject("x")
		sched.Go("env", func() { sched.Maybe("fault", nil, nil, sched.Access{Obj: &x, Mode: sched.Write}) })
		sched.Go("writer", func() {
			for range 2 {
				sched.Do("write", nil, sched.Access{Obj: &x, Mode: sched.Write})
			}
		})
	})
}

func TestMutexOrders(t *testing.T) {
	count(t, 6, func() {
		var m sched.Mutex
		for range 3 {
			sched.Go("locker", func() { pass(&m) })
		}
	})
}
