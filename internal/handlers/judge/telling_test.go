package judge

import (
	"slices"
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/interp"
)

// What is said of a lost deletion is what it is for: not the field of an item that
// is sent afterwards, which a handler sets first, nor that an error is not told.
func TestTelling(t *testing.T) {
	lost := []*interp.Effect{
		{Key: "call example.com/runtime.HandleError", Pos: 1, From: 1, Lesser: true},
		{Key: "call of uninstall", Pos: 1, From: 1},
		{Key: "call example.com/metrics.Inc", Pos: 1},
		{Key: "write item.Status", Pos: 2, From: 1},
		{Key: "send events", Pos: 3, From: 1, Queue: true},
		{Key: "map a map", Name: "a map", Pos: 1, From: 1, Frees: true}, // a copy, which is stored then
		{Key: "call Add", Pos: 5, Queue: true},                          // an item, that was filled before
		{Key: "map entries", Pos: 4, From: 1, Frees: true},
	}
	slices.SortFunc(lost, telling)
	want := []string{"send events", "call Add", "map entries", "call of uninstall", "write item.Status", "map a map", "call example.com/metrics.Inc", "call example.com/runtime.HandleError"}
	for i, e := range lost {
		if e.Key != want[i] {
			t.Errorf("%d: %s, want %s", i, e.Key, want[i])
		}
	}
}
