package interp

import (
	"testing"

	"github.com/informerlint/informerlint/internal/engine/ir"
)

// A function that only reads is not interpreted, but has a frame, for the events in
// it. What it takes from a container by a key is asked of that frame.
func TestIdleFrameHoldsNothing(t *testing.T) {
	f := &Frame{Fn: &ir.Fn{Key: "reads", Regs: 4}}
	if vs := f.Get(3); len(vs) != 0 {
		t.Errorf("a frame that was not interpreted holds %v", vs)
	}
}
