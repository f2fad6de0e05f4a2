package gate

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

var config = Config{Limit: time.Minute, Grace: time.Minute, MaxSteps: 10000}

// runner makes a Run of a body that returns what it has seen; the violation is
// that, and the set of all of them comes from the second result.
func runner(t *testing.T, c Config, body func() string) (Run, map[string]int) {
	seen := make(map[string]int)
	return func(s Strategy) (out *Outcome, violation string) {
		defer func() {
			if r := recover(); r != nil && (out == nil || out.Err == nil && len(out.Stuck) == 0) {
				panic(r)
			}
		}()
		synctest.Test(t, func(*testing.T) {
			out = Execute(c, s, func() { violation = body() })
			if len(out.Stuck) > 0 {
				violation = "stuck"
			}
			if out.Err == nil && !out.Same {
				seen[violation]++
			}
		})
		return out, violation
	}, seen
}

func search(t *testing.T, c Config, bound int, body func() string) (Result, []string) {
	t.Helper()
	run, seen := runner(t, c, body)
	r, err := Delays(run, bound, 100000)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for s := range seen {
		all = append(all, s)
	}
	slices.Sort(all)
	return r, all
}

func join(gates ...func()) {
	var wg sync.WaitGroup
	for i, f := range gates {
		wg.Add(1)
		go Child(fmt.Sprint("t", i), func() { defer wg.Done(); f() })()
	}
	Wait("join", wg.Wait)
}

// A read and a write of each of two threads, with a gate between: one of the
// writes is lost unless one thread is done before the other begins.
func TestLostUpdate(t *testing.T) {
	body := func() string {
		n := 0
		add := func() { Point("read"); v := n; Point("write"); n = v + 1 }
		join(add, add)
		return fmt.Sprint(n)
	}
	for bound, want := range [][]string{{"2"}, {"1", "2"}} {
		if _, got := search(t, config, bound, body); !slices.Equal(got, want) {
			t.Errorf("with %d delays the sums are %q, want %q", bound, got, want)
		}
	}
}

// Without a bound that matters, every order is seen exactly once: two threads
// of two steps after their start have (6 choose 3) schedules.
func TestCount(t *testing.T) {
	var orders []string
	body := func() string {
		var order strings.Builder
		step := func(name string) func() {
			return func() {
				for range 2 {
					Point(name)
					order.WriteString(name)
				}
			}
		}
		go Child("a", step("a"))()
		go Child("b", step("b"))()
		Sleep("sleep", time.Second)
		orders = append(orders, order.String())
		return ""
	}
	r, _ := search(t, config, 1000, body)
	// The third thread, that of the body, begins to sleep at one of 7 moments.
	if want := 20 * 7; r.Schedules != want {
		t.Errorf("%d schedules, want %d", r.Schedules, want)
	}
	distinct := slices.Compact(slices.Sorted(slices.Values(orders)))
	if len(distinct) != 6 {
		t.Errorf("the orders are %q, want 6", distinct)
	}
}

func TestMutex(t *testing.T) {
	body := func() string {
		var mu sync.Mutex
		n := 0
		add := func() {
			Lock("lock", &mu)
			defer mu.Unlock()
			v := n
			Point("inside")
			n = v + 1
		}
		join(add, add)
		return fmt.Sprint(n)
	}
	if r, got := search(t, config, 4, body); !slices.Equal(got, []string{"2"}) || r.Schedules < 10 {
		t.Errorf("in %d schedules the sums are %q", r.Schedules, got)
	}
}

// A thread that reads twice without unlocking is stuck if a writer announces
// itself in between. That needs the preference of writers.
func TestWriterPreference(t *testing.T) {
	body := func() string {
		var mu sync.RWMutex
		join(func() {
			RLock("read", &mu)
			RLock("read again", &mu)
			mu.RUnlock()
			mu.RUnlock()
		}, func() {
			WLock("write", &mu)
			mu.Unlock()
		})
		return "done"
	}
	if _, got := search(t, config, 3, body); !slices.Equal(got, []string{"done", "stuck"}) {
		t.Errorf("the ends are %q", got)
	}
}

func TestReadersShare(t *testing.T) {
	body := func() string {
		var mu sync.RWMutex
		most, now := 0, 0
		read := func() {
			RLock("read", &mu)
			defer mu.RUnlock()
			now++
			most = max(most, now)
			Point("inside")
			now--
		}
		join(read, read)
		return fmt.Sprint(most)
	}
	if _, got := search(t, config, 2, body); !slices.Equal(got, []string{"1", "2"}) {
		t.Errorf("at most %q readers at once", got)
	}
}

func TestCond(t *testing.T) {
	for _, reader := range []bool{false, true} {
		body := func() string {
			var mu sync.RWMutex
			c := sync.NewCond(&mu)
			if reader {
				c = sync.NewCond(mu.RLocker())
			}
			full := false
			join(func() {
				Locker("lock", c.L)
				defer c.L.Unlock()
				for !full {
					CondWait("wait", c)
				}
			}, func() {
				WLock("fill", &mu)
				full = true
				mu.Unlock()
				Point("signal")
				CondSignal(c)
				CondBroadcast(c)
			})
			return "done"
		}
		if r, got := search(t, config, 4, body); !slices.Equal(got, []string{"done"}) || r.Schedules < 10 {
			t.Errorf("reader %t: after %d schedules the ends are %q", reader, r.Schedules, got)
		}
	}
	// The wake-up that is lost because nothing is looked at before the wait.
	lost := func() string {
		var mu sync.Mutex
		c := sync.NewCond(&mu)
		join(func() { Lock("lock", &mu); CondWait("wait", c); mu.Unlock() }, func() { Point("signal"); CondSignal(c) })
		return "done"
	}
	if _, got := search(t, config, 2, lost); !slices.Equal(got, []string{"done", "stuck"}) {
		t.Errorf("the ends of the lost wake-up are %q", got)
	}
}

// A select of which both cases are ready: the schedule says which it is. One of
// which only the second is: there is no choice, and nothing is counted twice.
func TestSelect(t *testing.T) {
	body := func(fill ...int) func() string {
		return func() string {
			chans := []chan int{make(chan int, 1), make(chan int, 1)}
			for _, i := range fill {
				Send("fill", chans[i], i+7)
			}
			a, b := From(chans[0]), From(chans[1])
			switch Select("select", false, a, b) {
			case 0:
				return fmt.Sprint("first ", a.Value, a.OK)
			default:
				return fmt.Sprint("second ", b.Value, b.OK)
			}
		}
	}
	for _, c := range []struct {
		fill []int
		want []string
	}{{[]int{0, 1}, []string{"first 7 true", "second 8 true"}}, {[]int{1}, []string{"second 8 true"}}} {
		r, got := search(t, config, 5, body(c.fill...))
		if !slices.Equal(got, c.want) || r.Schedules != len(c.want) {
			t.Errorf("with %v filled, %d schedules end with %q, want %q", c.fill, r.Schedules, got, c.want)
		}
	}
}

func TestSelectBlocks(t *testing.T) {
	body := func() string {
		in, out, stop := make(chan string), make(chan string), make(chan struct{})
		go Child("relay", func() {
			for {
				got := From(in)
				switch Select("relay", false, got, From(stop)) {
				case 0:
					Send("pass", out, got.Value)
				case 1:
					return
				}
			}
		})()
		go Child("source", func() { Send("in", in, "x") })()
		defer Close("stop", stop)
		return Recv("out", out)
	}
	if r, got := search(t, config, 2, body); !slices.Equal(got, []string{"x"}) || r.Schedules < 10 {
		t.Errorf("after %d schedules the ends are %q", r.Schedules, got)
	}
}

func TestSelectDefault(t *testing.T) {
	body := func() string {
		ch := make(chan int, 1)
		go Child("send", func() { Send("send", ch, 1) })()
		return fmt.Sprint(Select("poll", true, From(ch)))
	}
	if _, got := search(t, config, 3, body); !slices.Equal(got, []string{"-1", "0"}) {
		t.Errorf("the polls say %q", got)
	}
}

// Time passes early only if it may, and only so much.
func TestEarly(t *testing.T) {
	body := func() string {
		slow := false
		go Child("late", func() { Sleep("sleep", 3*time.Second); slow = true })()
		Point("a")
		Point("b")
		Point("c")
		return fmt.Sprint(slow)
	}
	for early, want := range map[time.Duration][]string{
		0: {"false"}, 2 * time.Second: {"false"}, 3*time.Second + 1: {"false", "true"},
	} {
		c := config
		c.Early = early
		r, got := search(t, c, 6, body)
		if !slices.Equal(got, want) {
			t.Errorf("with %v early, slow is %q, want %q", early, got, want)
		}
		if (r.Early > 0) != (early > 0) || r.Early == r.Schedules {
			t.Errorf("with %v early, time passed early in %d of %d schedules", early, r.Early, r.Schedules)
		}
	}
}

func TestPanic(t *testing.T) {
	run, _ := runner(t, config, func() string {
		go Child("bad", func(n int) { panic(fmt.Sprint("no ", n)) })(3)
		Sleep("sleep", time.Second)
		return ""
	})
	out, _ := run(&Fixed{})
	if want := []string{"panic: no 3"}; !slices.Equal(out.Panics, want) {
		t.Errorf("the panics are %q, want %q", out.Panics, want)
	}
}

func TestUnknownGoroutine(t *testing.T) {
	run, _ := runner(t, config, func() string {
		go Point("there")
		Sleep("sleep", time.Second)
		return ""
	})
	if out, _ := run(&Fixed{}); out.Err == nil || !strings.Contains(out.Err.Error(), "there") {
		t.Errorf("the error is %v", out.Err)
	}
}

func TestOnce(t *testing.T) {
	body := func() string {
		var once sync.Once
		n, early := 0, false
		do := func() {
			Do("once", &once, func() { Point("in"); n++ })
			early = early || n == 0
		}
		join(do, do)
		return fmt.Sprint(n, early)
	}
	if _, got := search(t, config, 4, body); !slices.Equal(got, []string{"1 false"}) {
		t.Errorf("the ends are %q", got)
	}
}

// The same schedule is the same execution, from any strategy.
func TestReplay(t *testing.T) {
	run, _ := runner(t, config, func() string {
		ch := make(chan int)
		var mu sync.Mutex
		for i := range 3 {
			go Child("send", func() { Lock("lock", &mu); mu.Unlock(); Send("send", ch, i) })()
		}
		var got []int
		for range 3 {
			got = append(got, Recv("recv", ch))
		}
		Note("%v", got)
		return fmt.Sprint(got)
	})
	texts := make(map[string]bool)
	for seed := range uint64(20) {
		var first *Outcome
		r, err := PCT(func(s Strategy) (*Outcome, string) {
			out, v := run(s)
			if _, ok := s.(*Priorities); ok {
				first = out
			}
			return out, v
		}, 1, 3, seed, 0)
		if err != nil || r.Violations != 1 {
			t.Fatal(r, err)
		}
		if r.First != Schedule(first) {
			t.Fatalf("schedule %q and %q", r.First, Schedule(first))
		}
		texts[first.Text()] = true
		for range 20 {
			s, err := Parse(r.First)
			if err != nil {
				t.Fatal(err)
			}
			if again, _ := run(s); again.Text() != first.Text() {
				t.Fatalf("schedule %s is\n%sand then\n%s", r.First, first.Text(), again.Text())
			}
		}
	}
	if len(texts) < 10 {
		t.Errorf("%d different executions of 20", len(texts))
	}
}

// Pointers come in the order in which they became keys, whatever Go's order is.
func TestKeys(t *testing.T) {
	_, seen := search(t, config, 0, func() string {
		m := make(map[*int]int)
		for i := range 20 {
			p := new(int)
			Key(p)
			m[p] = i
		}
		for i, p := range Keys(m) {
			if m[p] != i {
				return fmt.Sprintf("key %d comes as number %d", m[p], i)
			}
		}
		return "in order"
	})
	if !slices.Equal(seen, []string{"in order"}) {
		t.Error(seen)
	}
}

func TestParse(t *testing.T) {
	for _, bad := range []string{"x", "1,,2", "-1", "1,"} {
		if _, err := Parse(bad); err == nil {
			t.Errorf("%q is parsed", bad)
		}
	}
}

// Without an execution everything is what it was.
func TestPassThrough(t *testing.T) {
	var mu sync.Mutex
	var rw sync.RWMutex
	Point("point")
	Lock("lock", &mu)
	mu.Unlock()
	WLock("lock", &rw)
	rw.Unlock()
	RLock("lock", &rw)
	rw.RUnlock()
	ch := make(chan int, 1)
	Send("send", ch, 1)
	if got := Recv("recv", ch); got != 1 {
		t.Errorf("received %d", got)
	}
	if got := Select("select", true, From(ch)); got != -1 {
		t.Errorf("selected %d", got)
	}
	if got := Select("select", false, To(ch, 3)); got != 0 {
		t.Errorf("selected %d", got)
	}
	r := From(ch)
	if got := Select("select", false, r); got != 0 || r.Value != 3 {
		t.Errorf("selected %d with %d", got, r.Value)
	}
	n := 0
	Do("once", new(sync.Once), func() { n++ })
	Child("child", func(i int) { n += i })(4)
	if n != 5 {
		t.Errorf("n is %d", n)
	}
	if got := Keys(map[string]int{"b": 1, "a": 2, "c": 3}); !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("keys %q", got)
	}
}
