// Package command has a command that reads in a goroutine, when its manager's cache
// has been filled.
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

// New returns a command that counts the pods while a manager runs.
func New(name string) *Command {
	return &Command{Name: name, Run: func(ctx context.Context, config *rest.Config) (int, error) {
		mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
		if err != nil {
			return 0, err
		}
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		var pods corev1.PodList
		failed := make(chan error, 1)
		go func() {
			defer stop()
			if !mgr.GetCache().WaitForCacheSync(ctx) {
				failed <- ctx.Err()
				return
			}
			failed <- mgr.GetClient().List(ctx, &pods)
		}()
		if err := mgr.Start(ctx); err != nil {
			return 0, err
		}
		return len(pods.Items), <-failed
	}}
}

// Run runs the command.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	return New("count").Run(ctx, config)
}
