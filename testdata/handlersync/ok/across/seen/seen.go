// Package seen asks a tracker of another package, and not too early.
package seen

import (
	"context"

	"k8s.io/client-go/informers"

	"example.com/informers/handlersync/ok/across/trackers"
)

// Seen lets the tracker wait.
func Seen(ctx context.Context, factory informers.SharedInformerFactory) int {
	tracker := trackers.NewDropped(factory.Core().V1().Pods().Informer())
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	tracker.Seen(ctx)
	return tracker.Count("till")
}
