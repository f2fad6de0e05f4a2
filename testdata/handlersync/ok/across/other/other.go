// Package other asks a tracker of another package, and waits for no informer that fills it.
package other

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/handlersync/ok/across/trackers"
)

// Other waits for another informer.
func Other(ctx context.Context, factory informers.SharedInformerFactory) int {
	nodes := factory.Core().V1().Nodes().Informer()
	tracker := trackers.NewDropped(factory.Core().V1().Pods().Informer())
	factory.Start(ctx.Done())
	cache.WaitForCacheSync(ctx.Done(), nodes.HasSynced)
	return tracker.Count("till")
}
