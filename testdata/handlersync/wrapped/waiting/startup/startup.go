// Package startup starts factories.
package startup

import (
	"context"

	"k8s.io/client-go/informers"
)

// Factory starts a factory, and returns when its informers are synced.
func Factory(ctx context.Context, factory informers.SharedInformerFactory) {
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
}
