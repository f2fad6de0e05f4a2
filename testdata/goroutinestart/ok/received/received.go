// Package received gets its factory from outside, where it has been started
// for all that was registered before; the goroutine only adds to that.
package received

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
)

// Extend registers secrets on a running factory and starts them.
func Extend(ctx context.Context, factory informers.SharedInformerFactory) cache.Store {
	secrets := factory.Core().V1().Secrets().Informer()
	go factory.Start(ctx.Done())
	cache.WaitForCacheSync(ctx.Done(), secrets.HasSynced)
	return secrets.GetStore()
}

// A Waiter waits for caches that others start.
type Waiter struct {
	factory informers.SharedInformerFactory
}

// NewWaiter returns a waiter for the factory.
func NewWaiter(factory informers.SharedInformerFactory) *Waiter { return &Waiter{factory} }

// Wait reports whether all that runs has synced.
func (w *Waiter) Wait(ctx context.Context) bool {
	for _, ok := range w.factory.WaitForCacheSync(ctx.Done()) {
		if !ok {
			return false
		}
	}
	return true
}
