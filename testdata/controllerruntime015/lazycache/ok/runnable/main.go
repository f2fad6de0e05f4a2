// Package runnable reads in a Runnable, which runs when the caches have been synced.
package runnable

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
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
	n := 0
	c := mgr.GetClient()
	err = mgr.Add(manager.RunnableFunc(func(ctx context.Context) error {
		defer cancel()
		pod := &corev1.Pod{}
		if err := c.Get(ctx, client.ObjectKey{Namespace: "shop", Name: "till"}, pod); err != nil {
			return err
		}
		n++
		return nil
	}))
	if err != nil {
		return 0, err
	}
	err = mgr.Start(ctx)
	return n, err
}
