// Package strangers gives the manager to code that nobody can follow before it
// reads. None of it can have started the manager, which Run starts itself.
package strangers

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"
)

// A Controller is something that the manager is to run.
type Controller interface {
	SetupWithManager(mgr manager.Manager) error
}

// Controllers are set up by Run.
var Controllers []Controller

// Run counts the pods and then runs the manager.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{MetricsBindAddress: "0"})
	if err != nil {
		return 0, err
	}
	for _, c := range Controllers {
		if err := c.SetupWithManager(mgr); err != nil {
			return 0, err
		}
	}
	n, err := label(ctx, mgr) // want `this call leads to List of Pod \(strangers/main.go:44\) before the manager is started`
	if err != nil {
		return 0, err
	}
	return n, mgr.Start(ctx)
}

func label(ctx context.Context, mgr manager.Manager) (int, error) {
	c := mgr.GetClient()
	pods := &corev1.PodList{}
	err := c.List(ctx, pods, client.InNamespace("shop"))
	return len(pods.Items), err
}
