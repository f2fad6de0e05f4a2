// Package nested reads in a goroutine of a goroutine that begins before the manager
// is started, and neither waits for it.
package nested

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

type cleaner struct {
	client client.Client
	failed chan error
}

func (c *cleaner) run(ctx context.Context) {
	go func() {
		var pods corev1.PodList
		c.failed <- c.client.List(ctx, &pods)
	}()
	<-ctx.Done()
}

// Run counts the pods and runs the manager.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	c := &cleaner{mgr.GetClient(), make(chan error, 1)}
	go c.run(ctx) // want `leads to List of Pod \(nested/main.go:24\) in a goroutine started before the manager`
	prepare()
	go mgr.Start(ctx)
	return 0, <-c.failed
}

// prepare takes its time, as the set-up of controllers does.
func prepare() { time.Sleep(100 * time.Millisecond) }
