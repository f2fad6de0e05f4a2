package lazy

import (
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/lazy"
)

func way(steps ...lazy.Step) []lazy.Step { return steps }

func do(d lazy.Do) lazy.Step { return lazy.Step{Do: d, Site: lazy.Site{Where: "main.go:1"}} }

// target is the step that the verdict is about.
func target(d lazy.Do) lazy.Step {
	s := do(d)
	s.Target = true
	return s
}

func pods(s lazy.Step) lazy.Step {
	s.Read = lazy.Read{Call: "List", Kind: "Pod", Form: "structured"}
	return s
}

func nodes(s lazy.Step) lazy.Step {
	s.Read = lazy.Read{Call: "GetInformer", Kind: "Node", Form: "structured"}
	return s
}

func verdict(rule string, ways ...[]lazy.Step) *lazy.Verdict {
	return &lazy.Verdict{Rule: rule, Role: lazy.Cache, Read: lazy.Read{Call: "List", Kind: "Pod", Form: "structured"}, Story: lazy.Story{Ways: ways, Kind: "Pod"}}
}

var (
	made      = do(lazy.DoNew)
	start     = do(lazy.DoStart)
	goStart   = do(lazy.DoGo)
	mayStart  = do(lazy.DoMayStart)
	escape    = do(lazy.DoEscape)
	wait      = do(lazy.DoWait)
	register  = pods(do(lazy.DoRegister))
	read      = pods(target(lazy.DoRead))
	handedOut = target(lazy.DoHand)
)

// What each rule says is so on the reference runtime, and its fix holds there.
func TestReproduce(t *testing.T) {
	for _, test := range []struct {
		name string
		v    *lazy.Verdict
		why  string // "": there is a witness
		says string // what the witness says
	}{
		{"read before Start", verdict(lazy.ReadBeforeSync, way(made, read, start)), "", "the cache is not started"},
		{"read before Start in a goroutine", verdict(lazy.ReadBeforeSync, way(made, read, goStart)), "", "the cache is not started"},
		{"registered, but not started", verdict(lazy.ReadBeforeSync, way(made, register, read, start)), "", "the cache is not started"},
		{"read on one of two ways", verdict(lazy.ReadBeforeSync, way(made, start), way(made, read, start)), "", "the cache is not started"},
		{"started beside", verdict(lazy.ReadBeforeSync, way(made, goStart, read)), "nothing goes wrong in some execution", ""},
		{"started beside on one of two ways", verdict(lazy.ReadBeforeSync, way(made, goStart, wait, read), way(made, read, start)), "nothing goes wrong in some execution", ""},
		{"started and awaited", verdict(lazy.ReadBeforeSync, way(made, goStart, wait, read)), "nothing goes wrong in some execution", ""},
		{"read after a Start that blocks", verdict(lazy.ReadBeforeSync, way(made, start, read)), "the line is never reached", ""},
		{"perhaps started", verdict(lazy.ReadBeforeSync, way(made, mayStart, read, start)), "nothing goes wrong in some execution", ""},
		{"a stranger, and no Start", verdict(lazy.ReadBeforeSync, way(made, escape, read)), "somebody else may start it", ""},
		{"a stranger, and a Start that would fail", verdict(lazy.ReadBeforeSync, way(made, escape, read), way(made, escape, read, start)), "", "the cache is not started"},
		{"a stranger, and a go statement that would fail", verdict(lazy.ReadBeforeSync, way(made, escape, read, goStart)), "", "the cache is not started"},
		{"a stranger after the read", verdict(lazy.ReadBeforeSync, way(made, read, escape)), "", "the cache is not started"},

		{"never started", verdict(lazy.NeverStarted, way(made), way(made, handedOut)), "", "whoever reads with it is told"},
		{"registered, never started", verdict(lazy.NeverStarted, way(made, register, handedOut)), "", "whoever reads with it is told"},
		{"started in a goroutine", verdict(lazy.NeverStarted, way(made, goStart, handedOut)), "nothing goes wrong in some execution", ""},
		{"perhaps started by somebody", verdict(lazy.NeverStarted, way(made, mayStart, handedOut)), "nothing goes wrong in some execution", ""},
		{"never used", verdict(lazy.NeverStarted, way(made)), "the line is never reached", ""},

		{"awaited without an informer", verdict(lazy.UnregisteredRead, way(made, goStart, wait, read)), "", "there is no informer of Pod"},
		{"awaited with an informer", verdict(lazy.UnregisteredRead, way(made, register, goStart, wait, read)), "nothing goes wrong in some execution", ""},
		{"awaited with another informer", verdict(lazy.UnregisteredRead, way(made, nodes(register), goStart, wait, read)), "", "there is no informer of Pod"},
		{"made after the wait", verdict(lazy.UnregisteredRead, way(made, goStart, wait, register, read)), "nothing goes wrong in some execution", ""},
		{"waited for a Start that never comes", verdict(lazy.UnregisteredRead, way(made, wait, read)), "the line is never reached", ""},

		{"cut", &lazy.Verdict{Rule: lazy.ReadBeforeSync, Story: lazy.Story{Cut: true, Ways: [][]lazy.Step{way(made, read)}}}, "there are too many ways through the function", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			w, why := Reproduce(test.v)
			switch {
			case (w == nil) != (test.why != "") || why != test.why:
				t.Fatalf("witness %v, why %q; want %q", w, why, test.why)
			case w == nil:
				return
			case !strings.Contains(w.Property, test.says):
				t.Errorf("it says %q, want %q", w.Property, test.says)
			case w.Violating == 0 || w.Violating > w.Classes || w.Bound != Bound:
				t.Errorf("%d of %d within %q", w.Violating, w.Classes, w.Bound)
			}
			lines := 0
			for _, s := range w.Steps {
				if s.Where != "" {
					lines++
				}
			}
			if lines == 0 {
				t.Errorf("no step is at a line: %+v", w.Steps)
			}
		})
	}
}

// A fix is tried in the same way: it has to be reached, and nothing may go
// wrong.
func TestRight(t *testing.T) {
	for _, test := range []struct {
		name string
		v    *lazy.Verdict
		want bool
	}{
		{"as it was", verdict(lazy.UnregisteredRead, way(made, goStart, wait, read)), false},
		{"fixed", verdict(lazy.UnregisteredRead, way(made), way(made, register, goStart, wait, read)), true},
		{"fixed for another kind", verdict(lazy.UnregisteredRead, way(made, nodes(register), goStart, wait, read)), false},
		{"fixed on one of two ways", verdict(lazy.UnregisteredRead, way(made, goStart, wait, read), way(made, register, goStart, wait, read)), false},
		{"never reached", verdict(lazy.UnregisteredRead, way(made, register)), false},
	} {
		if got := right(test.v); got != test.want {
			t.Errorf("%s: %t", test.name, got)
		}
	}
}
