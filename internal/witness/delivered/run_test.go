package delivered

import (
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/delivered"
)

func TestWays(t *testing.T) {
	ask := func(kind delivered.AtomKind, want bool) delivered.Atom { return delivered.Atom{Kind: kind, Want: want} }
	tests := []struct {
		name           string
		atoms          []delivered.Atom
		wrong, reached bool
	}{
		{"informer synced", []delivered.Atom{ask(delivered.InformerSynced, true)}, true, true},
		{"registration synced", []delivered.Atom{ask(delivered.Delivered, true)}, false, true},
		{"both", []delivered.Atom{ask(delivered.InformerSynced, true), ask(delivered.Delivered, true)}, false, true},
		{"nothing", nil, true, true},
		{"nil tests say nothing", []delivered.Atom{ask(delivered.Harmless, true), ask(delivered.InformerSynced, true)}, true, true},
		{"the lister is empty, and the flag not set", []delivered.Atom{ask(delivered.HandlerFlag, false), ask(delivered.ListEmpty, true)}, true, true},
		// The objects exist, so that a synced informer has them.
		{"the informer is synced, and the lister empty", []delivered.Atom{ask(delivered.InformerSynced, true), ask(delivered.ListEmpty, true)}, false, false},
		{"what is not known shows nothing", []delivered.Atom{ask(delivered.InformerSynced, true), ask(delivered.Unclear, true)}, false, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o := run(delivered.Way{Atoms: test.atoms})
			if !o.complete {
				t.Error("the exploration is not complete")
			}
			if o.wrong != test.wrong || o.reached != test.reached {
				t.Errorf("wrong %t, reached %t, want %t, %t: %d of %d classes", o.wrong, o.reached, test.wrong, test.reached, o.violating, o.classes)
			}
			if o.wrong && (o.trace == nil || o.violating == o.classes && len(test.atoms) > 0) {
				t.Errorf("%d of %d classes, trace %v", o.violating, o.classes, o.trace)
			}
			if got, want := right([]delivered.Way{{Atoms: test.atoms}}) == "", !test.wrong && test.reached; got != want {
				t.Errorf("right is %t, want %t", got, want)
			}
		})
	}
}

// One way that is right does not make a fix: each has to be.
func TestRight(t *testing.T) {
	way := func(kinds ...delivered.AtomKind) delivered.Way {
		var w delivered.Way
		for _, k := range kinds {
			w.Atoms = append(w.Atoms, delivered.Atom{Kind: k, Want: true})
		}
		return w
	}
	right1, half, empty := way(delivered.Delivered), way(delivered.InformerSynced), way(delivered.InformerSynced, delivered.ListEmpty)
	for _, test := range []struct {
		name string
		ways []delivered.Way
		want string // part of what is said; "" if the fix holds
	}{
		{"every way", []delivered.Way{right1, right1}, ""},
		{"one of two ways", []delivered.Way{right1, half}, "a run still fails"},
		{"the other one", []delivered.Way{half, right1}, "a run still fails"},
		{"a way for when nothing exists", []delivered.Way{right1, empty}, ""},
		{"only that one", []delivered.Way{empty}, "gets to the read"},
		{"a way that asks what is not known", []delivered.Way{right1, way(delivered.Unclear)}, "not known"},
		{"no way", nil, "gets to the read"},
	} {
		if why := right(test.ways); (why == "") != (test.want == "") || !strings.Contains(why, test.want) {
			t.Errorf("%s: %q, want %q", test.name, why, test.want)
		}
	}
}

// Without a handler a wait for its registration never ends, and one for the
// informer does.
func TestUnregistered(t *testing.T) {
	for kind, blocks := range map[delivered.AtomKind]bool{delivered.Delivered: true, delivered.InformerSynced: false, delivered.HandlerFlag: false} {
		w := delivered.Way{Atoms: []delivered.Atom{{Kind: kind, Want: true}}}
		if o := runWith(w, false); o.blocks != blocks || !o.complete {
			t.Errorf("kind %d: blocks %t, complete %t", kind, o.blocks, o.complete)
		}
		if o := runWith(w, true); o.blocks {
			t.Errorf("kind %d blocks with a handler", kind)
		}
	}
}
