// Package waits starts the manager in a goroutine, waits, and reads. It may ask before
// whether somebody else has started it.
package waits

import (
	"context"
	"errors"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// Run counts the pods.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	go func() {
		if err := mgr.Start(ctx); err != nil {
			panic(err)
		}
	}()
	if !mgr.GetCache().WaitForCacheSync(ctx) {
		return 0, errors.New("not synced")
	}
	var pods corev1.PodList
	if err := mgr.GetClient().List(ctx, &pods); err != nil {
		return 0, err
	}
	return len(pods.Items), nil
}

// Probe is Run for who looks for a moment whether the cache is there, before it is started.
func Probe(ctx context.Context, config *rest.Config) (bool, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return false, err
	}
	moment, cancel := context.WithTimeout(ctx, time.Millisecond)
	defer cancel()
	early := mgr.GetCache().WaitForCacheSync(moment)
	return early, mgr.Start(ctx)
}
