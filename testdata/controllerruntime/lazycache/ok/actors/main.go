// Package actors fills a run group with an actor that reads, and runs it when the
// manager's cache is synced.
package actors

import (
	"context"
	"errors"

	"github.com/oklog/run"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// Run counts the pods while the manager runs.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	n := 0
	var group run.Group
	group.Add(func() error {
		var pods corev1.PodList
		if err := mgr.GetClient().List(ctx, &pods); err != nil {
			return err
		}
		n = len(pods.Items)
		return nil
	}, func(error) { cancel() })
	go mgr.Start(ctx)
	if !mgr.GetCache().WaitForCacheSync(ctx) {
		return 0, errors.New("not synced")
	}
	err = group.Run()
	return n, err
}
