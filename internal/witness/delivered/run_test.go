package delivered

import (
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
			if got, want := right([]delivered.Way{{Atoms: test.atoms}}), !test.wrong && test.reached; got != want {
				t.Errorf("right is %t, want %t", got, want)
			}
		})
	}
}
