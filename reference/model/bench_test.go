//go:build unix

package model

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/informerlint/informerlint/reference/explore"
)

// The two recreations: with one fault of a kind, and with two. Classes are
// counted by processor time, which depends less on what else the machine does.
func BenchmarkRecreation(b *testing.B) {
	for _, faults := range []int{1, 2} {
		for _, workers := range []int{0, 1, 2} {
			b.Run(fmt.Sprintf("faults=%d/workers=%d", faults, workers), func(b *testing.B) {
				program := recreation{minor: 37, drops: faults, compactions: faults, careful: true}.program()
				runs, blocked, classes := 0, 0, 0
				begin := processor()
				for b.Loop() {
					r := explore.Run(explore.Options{Workers: workers}, program)
					if !r.OK() {
						b.Fatal(r)
					}
					runs += r.Runs
					blocked += r.Blocked
					classes += r.Traces
				}
				seconds := (processor() - begin).Seconds()
				b.ReportMetric(float64(classes)/seconds, "classes/CPU-s")
				b.ReportMetric(float64(runs)/seconds, "runs/CPU-s")
				b.ReportMetric(100*float64(blocked)/float64(runs), "%blocked")
				b.ReportMetric(float64(classes)/b.Elapsed().Seconds(), "classes/s")
			})
		}
	}
}

// processor is the processor time that the process has used.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
