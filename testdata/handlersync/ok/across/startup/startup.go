// Package startup starts factories, and waits for more than their informers.
package startup

import (
	"context"
	"time"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
)

// Slowly gives handlers a moment as well.
func Slowly(ctx context.Context, factory informers.SharedInformerFactory) {
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	time.Sleep(10 * time.Second)
}

// With waits for something else, too.
func With(ctx context.Context, factory informers.SharedInformerFactory, ready func()) {
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	ready()
}

// Handlers waits for a registration.
func Handlers(ctx context.Context, factory informers.SharedInformerFactory, registration cache.ResourceEventHandlerRegistration) {
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	cache.WaitForCacheSync(ctx.Done(), registration.HasSynced)
}

// Then waits for something else, too, which is no informer.
func Then(ctx context.Context, factory informers.SharedInformerFactory, ready cache.InformerSynced) {
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	cache.WaitForCacheSync(ctx.Done(), ready)
}
