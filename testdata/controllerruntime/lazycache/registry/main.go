// Package registry sets up what init functions have put into a list before the
// manager is started, and one of it reads.
package registry

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// setups are the functions that set up the controllers.
var setups []func(manager.Manager) error

func init() {
	setups = append(setups, nodes)
}

func init() {
	setups = append(setups, pods)
}

// Run counts the pods and then runs the manager.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	if err := setUp(mgr); err != nil { // want `this call leads to List of Pod \(registry/main.go:57\) before the manager is started.*\(lazycache/read-before-sync\)`
		return 0, err
	}
	go mgr.Start(ctx)
	return count, nil
}

func setUp(mgr manager.Manager) error {
	for _, setup := range setups {
		if err := setup(mgr); err != nil {
			return err
		}
	}
	return nil
}

func nodes(mgr manager.Manager) error {
	_, err := mgr.GetRESTMapper().RESTMapping(corev1.SchemeGroupVersion.WithKind("Node").GroupKind())
	return err
}

var count int

func pods(mgr manager.Manager) error {
	var pods corev1.PodList
	if err := mgr.GetClient().List(context.Background(), &pods); err != nil {
		return err
	}
	count = len(pods.Items)
	return nil
}
