// Package elsewhere starts a factory for a counter of another package, which waits
// for the pods and not for the nodes.
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
	return c.Count(ctx) // want `\(syncwait/never-awaited\)`
}
