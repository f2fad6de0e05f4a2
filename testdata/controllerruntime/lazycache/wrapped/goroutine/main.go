// Package goroutine begins a goroutine before it starts the manager, and reads
// there at once.
package goroutine

import (
	"context"
	"time"

	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"example.com/controllerruntime/lazycache/wrapped/goroutine/prune"
)

// Run deletes pods and runs the manager.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	failed := make(chan error, 1)
	if names := "old, older"; names != config.Host {
		go func(names string) { // want `leads to List of Pod \(prune/prune.go:20\) in a goroutine started before the manager.*\(lazycache/read-before-sync\)`
			c := mgr.GetClient()
			failed <- prune.Pods(ctx, c, names)
		}(names)
	}
	prepare()
	go mgr.Start(ctx)
	return 0, <-failed
}

// prepare takes its time, as the set-up of controllers does.
func prepare() { time.Sleep(100 * time.Millisecond) }
