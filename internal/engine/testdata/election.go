// Leader elections run a function out of a field of their configuration, once or
// not at all, and block until then: what follows is after it, if it was. The
// elector is an object around the configuration.
package p

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/leaderelection"
)

func Run(ctx context.Context, client kubernetes.Interface) {
	f := informers.NewSharedInformerFactory(client, 0)
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{Callbacks: leaderelection.LeaderCallbacks{
		OnStartedLeading: func(ctx context.Context) {
			f.Start(ctx.Done())
			f.Core().V1().Pods().Lister()
		},
	}})
}

func Elector(ctx context.Context, client kubernetes.Interface) {
	f := informers.NewSharedInformerFactory(client, 0)
	e, err := leaderelection.NewLeaderElector(leaderelection.LeaderElectionConfig{Callbacks: leaderelection.LeaderCallbacks{
		OnStartedLeading: func(ctx context.Context) { f.Start(ctx.Done()) },
	}})
	if err != nil {
		return
	}
	f.Core().V1().Pods().Lister()
	e.Run(ctx)
}
