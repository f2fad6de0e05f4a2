// Package command has a command that reads before it starts its manager.
package command

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// A Command is something that a program can do.
type Command struct {
	Name string
	Run  func(ctx context.Context, config *rest.Config) (int, error)
}

// New returns a command that counts the pods and then runs a manager.
func New(name string) *Command {
	return &Command{Name: name, Run: func(ctx context.Context, config *rest.Config) (int, error) {
		mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
		if err != nil {
			return 0, err
		}
		var pods corev1.PodList
		if err := mgr.GetClient().List(ctx, &pods); err != nil { // want `List of Pod before the manager is started.*\(lazycache/read-before-sync\)`
			return 0, err
		}
		return len(pods.Items), mgr.Start(ctx)
	}}
}

// Run runs the command.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	return New("count").Run(ctx, config)
}
