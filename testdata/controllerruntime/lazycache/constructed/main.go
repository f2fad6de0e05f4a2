// Package constructed reads before the manager is started, by the Setup of an object from a
// constructor that gets nothing.
package constructed

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

type controller interface {
	Setup(ctx context.Context, mgr ctrl.Manager) error
}

type counter struct {
	client client.Client
	pods   int
}

func newCounter() controller { return &counter{} }

func (c *counter) Setup(ctx context.Context, mgr ctrl.Manager) error {
	c.client = mgr.GetClient()
	return c.count(ctx)
}

func (c *counter) count(ctx context.Context) error {
	var list corev1.PodList
	if err := c.client.List(ctx, &list); err != nil {
		return err
	}
	c.pods = len(list.Items)
	return nil
}

// Run sets up the controllers and runs the manager.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	for _, c := range []controller{newCounter()} {
		if err := c.Setup(ctx, mgr); err != nil { // want `leads to List of Pod \(constructed/main.go:33\) before the manager is started`
			return 0, err
		}
	}
	return 0, mgr.Start(ctx)
}
