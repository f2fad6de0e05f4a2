package judge

import (
	"slices"
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/interp"
)

// What is said of a lost deletion is what it is for: not the field of an item that
// is sent afterwards, which a handler sets first.
func TestTelling(t *testing.T) {
	lost := []*interp.Effect{
		{Key: "call example.com/metrics.Inc", Pos: 1},
		{Key: "write item.Status", Pos: 2, From: 1},
		{Key: "send events", Pos: 3, From: 1},
		{Key: "map entries", Pos: 4, From: 1, Frees: true},
	}
	slices.SortFunc(lost, telling)
	want := []string{"map entries", "send events", "write item.Status", "call example.com/metrics.Inc"}
	for i, e := range lost {
		if e.Key != want[i] {
			t.Errorf("%d: %s, want %s", i, e.Key, want[i])
		}
	}
}
