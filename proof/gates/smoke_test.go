package gates

import (
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// A small program all the way: gates put in, built, and searched. A stack with
// a bug that needs two goroutines in the wrong order, and the same without it.
const smokeProgram = `package prog

import "sync"

type Stack struct {
	mu    sync.Mutex
	items []int
}

func (s *Stack) Push(v int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items = append(s.items, v)
}

func (s *Stack) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.items)
}

func (s *Stack) drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items = s.items[:len(s.items)-1]
}

func (s *Stack) Bad() bool {
	if s.Len() == 0 {
		return false
	}
	s.drop() // which may be empty again
	return true
}

func (s *Stack) Good() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.items) == 0 {
		return false
	}
	s.items = s.items[:len(s.items)-1]
	return true
}

func Run(pop func(*Stack) bool) int {
	var s Stack
	s.Push(1)
	popped := make(chan bool)
	for range 2 {
		go func() { popped <- pop(&s) }()
	}
	n := 0
	for range 2 {
		if <-popped {
			n++
		}
	}
	return n
}
`

const smokeDriver = `package prog

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"example.com/gate"
)

func TestSearch(t *testing.T) {
	for _, p := range []struct {
		name string
		pop  func(*Stack) bool
	}{{"bad", (*Stack).Bad}, {"good", (*Stack).Good}} {
		for bound := range 3 {
			r, err := gate.Delays(func(s gate.Strategy) (out *gate.Outcome, violation string) {
				defer func() { recover() }() // of a bubble that is stuck
				synctest.Test(t, func(*testing.T) {
					out = gate.Execute(gate.Config{Limit: time.Second, Grace: time.Second, MaxSteps: 1000}, s, func() { Run(p.pop) })
					if len(out.Panics) > 0 {
						violation = out.Panics[0]
					}
				})
				return out, violation
			}, bound, 100000)
			fmt.Printf("%s with %d delays: %t %t %v\n", p.name, bound, r.Schedules > 0, r.Violations > 0, err)
		}
	}
}
`

func TestSmoke(t *testing.T) {
	b := &build{root: ".", dir: t.TempDir(), counts: make(map[string]Counts), logf: t.Logf}
	for name, text := range map[string]string{
		"go.mod": "module example.com\n\ngo 1.26.0\n", "prog/prog.go": smokeProgram, "prog/prog_test.go": smokeDriver,
	} {
		if err := b.write(name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.copyGate(); err != nil {
		t.Fatal(err)
	}
	pkgs, err := b.load(t.Context(), "./prog")
	if err != nil {
		t.Fatal(err)
	}
	broken, err := b.instrument(pkgs, func(p *packages.Package) string { return "prog" })
	if err != nil || len(broken) > 0 {
		t.Fatal(broken, err)
	}
	if n := b.counts["example.com/prog"].Total(); n != 7 {
		t.Errorf("%d gates, want 7: %v", n, b.counts)
	}
	out, err := b.goCommand(t.Context(), "test", "-v", "-vet=off", "./prog")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"bad with 0 delays: true false <nil>",
		"bad with 1 delays: true true <nil>",
		"bad with 2 delays: true true <nil>",
		"good with 0 delays: true false <nil>",
		"good with 1 delays: true false <nil>",
		"good with 2 delays: true false <nil>",
	} {
		if !strings.Contains(string(out), want+"\n") {
			t.Errorf("the search does not say %q:\n%s", want, out)
		}
	}
	// Without an execution the instrumented program is an ordinary one.
	if err := b.write("main.go", []byte("package main\n\nimport \"example.com/prog\"\n\nfunc main() { println(prog.Run((*prog.Stack).Good)) }\n")); err != nil {
		t.Fatal(err)
	}
	if out, err := b.goCommand(t.Context(), "run", "."); err != nil || string(out) != "1\n" {
		t.Errorf("without gates it says %q, %v", out, err)
	}
}
