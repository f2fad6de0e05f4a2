// Package besides calls a function that knows of no cache and waits until the manager
// runs, in a goroutine that then reads.
package besides

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// A sample is something else, which may be anything.
type sample struct{ value any }

func samples(running chan struct{}) []sample {
	<-running
	return []sample{{value: 1}}
}

// Run counts the pods while the manager runs.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	running := make(chan struct{})
	err = mgr.Add(manager.RunnableFunc(func(context.Context) error {
		close(running)
		return nil
	}))
	if err != nil {
		return 0, err
	}
	counted, failed := make(chan int, 1), make(chan error, 1)
	go func() {
		if len(samples(running)) == 0 {
			return
		}
		var pods corev1.PodList
		if err := mgr.GetClient().List(ctx, &pods); err != nil {
			failed <- err
			return
		}
		counted <- len(pods.Items)
	}()
	go mgr.Start(ctx)
	select {
	case n := <-counted:
		return n, nil
	case err := <-failed:
		return 0, err
	}
}
