// Package seldom reads in a goroutine that begins before the manager is started, and
// again only every ten minutes.
package seldom

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
)

// Run counts the pods once, while the manager runs.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{MetricsBindAddress: "0"})
	if err != nil {
		return 0, err
	}
	counted, failed := make(chan int, 1), make(chan error, 1)
	var group sync.WaitGroup
	group.Go(func() { // want `leads to List of Pod \(seldom/main.go:27\) in a goroutine started before the manager, .*; call GetCache\(\).WaitForCacheSync first`
		wait.Until(func() {
			var pods corev1.PodList
			if err := mgr.GetClient().List(ctx, &pods); err != nil {
				failed <- err
			} else {
				counted <- len(pods.Items)
			}
		}, 10*time.Minute, ctx.Done())
	})
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
