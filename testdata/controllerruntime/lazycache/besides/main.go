// Package besides calls a function that knows of no cache, in a goroutine that begins
// before the manager is started, and then reads.
package besides

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// A sample is something else, which may be anything.
type sample struct{ value any }

func samples() []sample { return []sample{{value: 1}} }

// Run counts the pods and runs the manager.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	counted, failed := make(chan int, 1), make(chan error, 1)
	go func() { // want `leads to List of Pod \(besides/main.go:32\) in a goroutine started before the manager, .*; call GetCache\(\).WaitForCacheSync first`
		if len(samples()) == 0 {
			return
		}
		var pods corev1.PodList
		if err := mgr.GetClient().List(ctx, &pods); err != nil {
			failed <- err
			return
		}
		counted <- len(pods.Items)
	}()
	prepare()
	go mgr.Start(ctx)
	select {
	case n := <-counted:
		return n, nil
	case err := <-failed:
		return 0, err
	}
}

// prepare takes its time, as the set-up of controllers does.
func prepare() { time.Sleep(100 * time.Millisecond) }
