// Package later reads in a goroutine that waits for the manager's cache first, or when it
// is told to.
package later

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"example.com/controllerruntime/lazycache/ok/later/gate"
)

// Run counts the pods while the manager runs.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	failed := make(chan error, 1)
	n := 0
	go func() {
		if !mgr.GetCache().WaitForCacheSync(ctx) {
			failed <- errors.New("not synced")
			return
		}
		var pods corev1.PodList
		err := mgr.GetClient().List(ctx, &pods)
		n = len(pods.Items)
		failed <- err
	}()
	go mgr.Start(ctx)
	err = <-failed
	return n, err
}

// Told has a Runnable say when.
func Told(ctx context.Context, config *rest.Config) error {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return err
	}
	if err := mgr.Add(manager.RunnableFunc(func(context.Context) error { gate.Open(); return nil })); err != nil {
		return err
	}
	failed := make(chan error, 1)
	go func() {
		gate.Ready()
		var pods corev1.PodList
		failed <- mgr.GetClient().List(ctx, &pods)
	}()
	go mgr.Start(ctx)
	return <-failed
}

func hold(g gate.Gate) { g.Pass() }

// Held is told by whoever opens the gate.
func Held(ctx context.Context, config *rest.Config, g gate.Gate, open func()) error {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return err
	}
	go func() {
		<-mgr.Elected()
		open()
	}()
	go mgr.Start(ctx)
	hold(g)
	var pods corev1.PodList
	return mgr.GetClient().List(ctx, &pods)
}
