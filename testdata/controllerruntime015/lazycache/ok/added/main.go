// Package added has a manager start its cluster.
package added

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/cluster"
	"sigs.k8s.io/controller-runtime/pkg/manager"
)

// Run counts the pods once the manager runs.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	mgr, err := ctrl.NewManager(config, ctrl.Options{MetricsBindAddress: "0"})
	if err != nil {
		return 0, err
	}
	cl, err := cluster.New(config)
	if err != nil {
		return 0, err
	}
	if err := mgr.Add(cl); err != nil {
		return 0, err
	}
	counter := &counter{client: cl.GetClient(), done: cancel}
	if err := mgr.Add(counter); err != nil {
		return 0, err
	}
	err = mgr.Start(ctx)
	return counter.n, err
}

type counter struct {
	client client.Client
	done   func()
	n      int
}

var _ manager.Runnable = (*counter)(nil)

// Start counts.
func (c *counter) Start(ctx context.Context) error {
	defer c.done()
	var pods corev1.PodList
	err := c.client.List(ctx, &pods)
	c.n = len(pods.Items)
	return err
}
