package cached

import (
	"fmt"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/cached/track"
	"github.com/informerlint/informerlint/internal/report"
)

// lines is a file with one character on each line, so that a position is a line.
func lines() *token.FileSet {
	fset := token.NewFileSet()
	f := fset.AddFile("main.go", 1, 200)
	for i := range 200 {
		f.AddLine(i)
	}
	return fset
}

// text is a witness with one step on each line.
func text(w *report.Witness) []string {
	var all []string
	for _, s := range w.Steps {
		all = append(all, strings.TrimPrefix(fmt.Sprintf("%s %s: %s", s.Where, s.Thread, s.Text), " "))
	}
	return all
}

const hidden = "; where the server accepts it, handlers get an old object that looks like the new one: the update is hidden"

// helped is a write that a helper does.
func helped() track.Step {
	s := write(0, labels, elem)
	s.Call, s.Via = "setDefaults", 99
	return s
}

var told = []struct {
	name     string
	way      *track.Way
	property string
	steps    []string
}{
	{"read", way(track.Get, helped()),
		"another reader of the cache sees a change of Labels[*] that the API server knows nothing of",
		[]string{
			"the API server: one Pod exists: resourceVersion 1",
			"the informer: puts resourceVersion 1 into its cache",
			"main.go:1 the program: Get hands out the very object that the cache holds: resourceVersion 1",
			"main.go:2 the program: setDefaults changes Labels[*] (main.go:99)",
			"another reader: gets the Pod from the cache, resourceVersion 1, and sees a change of Labels[*] that the API server knows nothing of",
		}},
	{"refused", way(track.List, shallow(0, 1, spec), write(1, labels, elem), send(0)),
		"another reader of the cache sees a change of Spec.Labels[*] that the API server never accepted (conflict)" + hidden,
		[]string{
			"the API server: one Pod exists: resourceVersion 1",
			"the informer: puts resourceVersion 1 into its cache",
			"somebody else: updates the Pod: resourceVersion 2",
			"main.go:1 the program: List hands out the very object that the cache holds: resourceVersion 1",
			"main.go:2 the program: copies Spec, but not what its pointers, maps and slices lead to",
			"main.go:3 the program: changes Spec.Labels[*]",
			"main.go:4 the program: Update sends it: the API server has a newer one by now, and refuses it (conflict)",
			"another reader: gets the Pod from the cache, resourceVersion 1, and sees a change of Spec.Labels[*] that the API server never accepted (conflict)",
		}},
	{"handler", way(track.Updated, deep(0, 1), write(1, replicas), write(0)),
		"another reader of the cache sees a change of the whole Pod that the API server knows nothing of",
		[]string{
			"the API server: one Pod exists: resourceVersion 1",
			"the informer: puts resourceVersion 1 into its cache",
			"somebody else: updates the Pod: resourceVersion 2",
			"the informer: puts resourceVersion 2 into its cache",
			"main.go:1 the informer: calls OnUpdate with the very object that its cache holds",
			"main.go:2 the handler: copies the whole Pod deeply",
			"main.go:3 the handler: changes Replicas of that copy",
			"main.go:4 the handler: changes the whole Pod",
			"another reader: gets the Pod from the cache, resourceVersion 2, and sees a change of the whole Pod that the API server knows nothing of",
		}},
	{"added", way(track.Added, write(0, replicas)),
		"another reader of the cache sees a change of Replicas that the API server knows nothing of",
		[]string{
			"somebody else: creates the Pod: resourceVersion 1",
			"the informer: puts resourceVersion 1 into its cache",
			"main.go:1 the informer: calls OnAdd with the very object that its cache holds",
			"main.go:2 the handler: changes Replicas",
			"another reader: gets the Pod from the cache, resourceVersion 1, and sees a change of Replicas that the API server knows nothing of",
		}},
	{"old", way(track.Old, write(0, replicas)),
		"another handler, which is given the old Pod, sees a change of Replicas that the API server knows nothing of",
		[]string{
			"the API server: one Pod exists: resourceVersion 1",
			"the informer: puts resourceVersion 1 into its cache",
			"somebody else: updates the Pod: resourceVersion 2",
			"the informer: puts resourceVersion 2 into its cache",
			"main.go:1 the informer: calls OnUpdate with the very object that its cache held until now, as the old one",
			"main.go:2 the handler: changes Replicas",
			"another handler: is given the old Pod, resourceVersion 1, and sees a change of Replicas that the API server knows nothing of",
		}},
	{"old, sent", way(track.Old, write(0, replicas), send(0)),
		"another handler, which is given the old Pod, sees a change of Replicas that the API server never accepted (conflict)",
		[]string{
			"the API server: one Pod exists: resourceVersion 1",
			"the informer: puts resourceVersion 1 into its cache",
			"somebody else: updates the Pod: resourceVersion 2",
			"the informer: puts resourceVersion 2 into its cache",
			"main.go:1 the informer: calls OnUpdate with the very object that its cache held until now, as the old one",
			"main.go:2 the handler: changes Replicas",
			"main.go:3 the handler: Update sends it: the API server has a newer one by now, and refuses it (conflict)",
			"another handler: is given the old Pod, resourceVersion 1, and sees a change of Replicas that the API server never accepted (conflict)",
		}},
}

func TestWitness(t *testing.T) {
	for _, test := range told {
		t.Run(test.name, func(t *testing.T) {
			w := Run(test.way).Witness(lines())
			if w == nil {
				t.Fatal("nothing is shown")
			}
			if w.Property != test.property {
				t.Errorf("%s\nwant %s", w.Property, test.property)
			}
			if got := text(w); !slices.Equal(got, test.steps) {
				t.Errorf("\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.steps, "\n"))
			}
			if w.Violating == 0 || w.Violating >= w.Classes || !strings.HasPrefix(w.Bound, Bound) {
				t.Errorf("%d of %d within %q", w.Violating, w.Classes, w.Bound)
			}
		})
	}
}

// A second write comes after the server has refused the first one: that is what
// is told.
func TestWitnessTellsWhatWasRefused(t *testing.T) {
	w := Run(way(track.Get, write(0, labels, elem), send(0), write(0, replicas))).Witness(lines())
	if w == nil || !strings.Contains(w.Property, "Labels[*] that the API server never accepted (conflict)") {
		t.Errorf("%+v", w)
	}
	// What is written after the request is in none.
	w = Run(way(track.Get, send(0), write(0, replicas))).Witness(lines())
	if w == nil || !strings.HasSuffix(w.Property, "Replicas that the API server knows nothing of yet") {
		t.Errorf("%+v", w)
	}
	// The request is about a copy that was made before.
	w = Run(way(track.Get, deep(0, 1), write(0, replicas), send(1))).Witness(lines())
	if w == nil || !strings.HasSuffix(w.Property, "Replicas that the API server knows nothing of yet") {
		t.Errorf("%+v", w)
	}
}

// The bound says when no watch fails.
func TestBound(t *testing.T) {
	one := Run(way(track.Get, write(0, replicas), send(0))).Witness(lines())
	two := Run(way(track.Get, write(0, replicas), send(0), send(0))).Witness(lines())
	if one.Bound == Bound || two.Bound != Bound {
		t.Errorf("%q, %q", one.Bound, two.Bound)
	}
	for requests, want := range []bool{true, true, false} {
		steps := []track.Step{write(0, replicas)}
		for range requests {
			steps = append(steps, send(0))
		}
		if p, _ := newProgram(way(track.Get, steps...)); full(p).network != want {
			t.Errorf("%d requests: a watch fails is %t", requests, !want)
		}
	}
}

// What findings are made of is read back.
func TestFindings(t *testing.T) {
	f := finding{who: watcher, old: true, write: 3, version: 2, fate: wasLost, hidden: true}
	if parse(f.String()) != f {
		t.Errorf("%+v", parse(f.String()))
	}
	t1 := &teller{way: &track.Way{}, p: &program{}}
	for fate, want := range map[fate]string{
		wasLost:     "sees a change of the whole object that never reached the API server",
		wasAccepted: "sees a change of the whole object in resourceVersion 4, which the API server sent without it",
	} {
		t1.found = finding{fate: fate, version: 4}
		if got := t1.what(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	t1.found = finding{hidden: true}
	if !strings.HasSuffix(t1.what(), "; old and new look the same: the update is hidden") {
		t.Error(t1.what())
	}
}
