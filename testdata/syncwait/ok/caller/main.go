// Package caller waits for all informers, and then runs what would not have.
package caller

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"

	"example.com/informers/syncwait/ok/caller/spreader"
)

// Run counts the nodes, if there are pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	s := spreader.New(factory.Core().V1().Pods(), factory.Core().V1().Nodes())
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	return s.Spread(ctx)
}
