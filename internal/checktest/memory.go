package checktest

import (
	"math"
	"os"
	"runtime/debug"
	"testing"
)

// A test binary that loads client-go from source keeps little of what it makes,
// and a fifth to a third of its processor time would go to collecting garbage.
// It may use more memory than a user's run, up to a bound.
func init() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(400)
		debug.SetMemoryLimit(700 << 20)
	}
}

// CollectAsUsual has garbage collected as Go does by itself until the benchmark
// ends: what it measures is to be what users pay.
func CollectAsUsual(b *testing.B) {
	percent, limit := debug.SetGCPercent(100), debug.SetMemoryLimit(math.MaxInt64)
	b.Cleanup(func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	})
}
