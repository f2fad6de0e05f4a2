// Package seldom reads every hour, and soon again if that fails: then, or when the
// context of one round ends.
package seldom

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// Run counts the pods once, while the manager runs.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	counted := make(chan int, 1)
	go func() {
		for {
			var pods corev1.PodList
			if err := mgr.GetClient().List(ctx, &pods); err != nil {
				time.Sleep(10 * time.Millisecond)
				continue
			}
			counted <- len(pods.Items)
			time.Sleep(time.Hour)
		}
	}()
	go mgr.Start(ctx)
	return <-counted, nil
}

// Rounds is Run with rounds that end after a moment.
func Rounds(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	counted := make(chan int, 1)
	go func() {
		for {
			round, cancel := context.WithTimeout(ctx, 10*time.Millisecond)
			var pods corev1.PodList
			if mgr.GetClient().List(round, &pods) == nil {
				select {
				case counted <- len(pods.Items):
				default:
				}
			}
			select {
			case <-round.Done():
			case <-time.After(time.Hour):
			}
			cancel()
		}
	}()
	go mgr.Start(ctx)
	return <-counted, nil
}
