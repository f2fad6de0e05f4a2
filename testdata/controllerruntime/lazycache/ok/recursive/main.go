// Package recursive reads beside Start in a function that calls itself until it is
// told of no error.
package recursive

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// Run counts the pods while the manager runs.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	counted := make(chan int, 1)
	go count(ctx, mgr.GetClient(), counted)
	prepare()
	go mgr.Start(ctx)
	return <-counted, nil
}

func count(ctx context.Context, c client.Client, counted chan<- int) {
	var pods corev1.PodList
	if err := c.List(ctx, &pods); err != nil {
		time.Sleep(10 * time.Millisecond)
		count(ctx, c, counted)
		return
	}
	counted <- len(pods.Items)
}

// prepare takes its time, as the set-up of controllers does.
func prepare() { time.Sleep(100 * time.Millisecond) }
