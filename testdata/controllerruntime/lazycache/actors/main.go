// Package actors reads in one actor of a run group, and starts the manager in another.
package actors

import (
	"context"
	"time"

	"github.com/oklog/run"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// Run counts the pods and runs the manager.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	n := 0
	var group run.Group
	group.Add(func() error { // want `leads to List of Pod \(actors/main.go:27\) in a goroutine started before the manager, .*; call GetCache\(\).WaitForCacheSync first`
		var pods corev1.PodList
		if err := mgr.GetClient().List(ctx, &pods); err != nil {
			return err
		}
		n = len(pods.Items)
		return nil
	}, func(error) { cancel() })
	group.Add(func() error {
		prepare()
		return mgr.Start(ctx)
	}, func(error) { cancel() })
	err = group.Run()
	return n, err
}

// prepare takes its time, as the set-up of controllers does.
func prepare() { time.Sleep(100 * time.Millisecond) }
