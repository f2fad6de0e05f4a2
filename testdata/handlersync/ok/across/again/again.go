// Package again asks a tracker of another package, and not too early.
package again

import (
	"context"

	"k8s.io/client-go/informers"

	"example.com/informers/handlersync/ok/across/trackers"
)

// Again asks until there is one.
func Again(ctx context.Context, factory informers.SharedInformerFactory) {
	tracker := trackers.NewDropped(factory.Core().V1().Pods().Informer())
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	for tracker.Count("till") == 0 {
	}
}
