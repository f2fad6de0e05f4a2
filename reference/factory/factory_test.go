package factory

import (
	"strings"
	"testing"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/sched"
)

// From client-go 0.36 on a factory waits for all its informers at once; before that for
// one after the other.
func TestWaitsAtOnce(t *testing.T) {
	for minor, want := range map[int]int{35: 2, 36: 1, 37: 1} {
		trace, err := explore.Replay(nil, func() {
			p := cache.ProfileFor(minor)
			server := apiserver.New()
			server.Serve("pod")
			server.Serve("node")
			f := New(server, 0, &p, nil)
			f.InformerFor("pod")
			f.InformerFor("node")
			stop := sched.NewChan[struct{}](0)
			f.Start(stop)
			if synced := f.WaitForCacheSync(stop); !synced["pod"] || !synced["node"] {
				sched.Fail("wait", "not synced")
			}
			stop.Close()
		})
		if err != nil {
			t.Fatal(err)
		}
		waits := 0
		for _, e := range trace.Events {
			if strings.HasPrefix(e.Text, "wait: ") {
				waits++
			}
		}
		if waits != want || len(trace.Failures) > 0 {
			t.Errorf("0.%d: %d waits, want %d; %v", minor, waits, want, trace.Failures)
		}
	}
}
