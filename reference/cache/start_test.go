package cache

import (
	"testing"

	"github.com/informerlint/informerlint/reference/explore"
)

// The thread that starts the listeners is a writer of their lock from 0.36 on
// (kubernetes/kubernetes#136509), and a reader before.
func TestWhoStartsListeners(t *testing.T) {
	for minor, fixed := range map[int]bool{34: false, 35: false, 36: true, 37: true} {
		if _, err := explore.Replay(nil, func() {
			p := ProfileFor(minor)
			if newStarting(&p).fixed != fixed {
				t.Errorf("0.%d: fixed %v", minor, !fixed)
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
}
