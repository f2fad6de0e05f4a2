// Package announced has goroutines that read when the manager says that it runs:
// the helper that waits for that gets nothing.
package announced

import (
	"context"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

var (
	running = make(chan struct{})
	once    sync.Once
)

func awaitRunning() { <-running }

// Run counts the pods while the manager runs.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	err = mgr.Add(manager.RunnableFunc(func(context.Context) error {
		once.Do(func() { close(running) })
		return nil
	}))
	if err != nil {
		return 0, err
	}
	failed, n := make(chan error, 1), 0
	go func() {
		awaitRunning()
		var pods corev1.PodList
		err := mgr.GetClient().List(ctx, &pods)
		n = len(pods.Items)
		failed <- err
	}()
	go mgr.Start(ctx)
	awaitRunning()
	var pods corev1.PodList
	if err := mgr.GetClient().List(ctx, &pods); err != nil {
		return 0, err
	}
	err = <-failed
	return n, err
}
