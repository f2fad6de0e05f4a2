// Package elsewhere waits for all informers of its factory before it calls a
// counter of another package, which waits for one of them.
package elsewhere

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"

	"example.com/informers/syncwait/elsewhere/counter"
)

// Run counts the nodes.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	c := counter.New(factory.Core().V1().Pods(), factory.Core().V1().Nodes())
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	return c.Count(ctx)
}
