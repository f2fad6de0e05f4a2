// Package events follows what an informer, which somebody else has made, is told.
package events

import (
	"context"
	"sync/atomic"

	"k8s.io/client-go/tools/cache"
)

// A Follower runs an informer and counts the errors of its watch.
type Follower struct {
	informer cache.SharedIndexInformer
	told     atomic.Int64
}

// Of makes a Follower of an informer.
func Of(informer cache.SharedIndexInformer) *Follower { return &Follower{informer: informer} }

// Follow runs the informer until its store is filled, and returns how many errors
// there were.
func (f *Follower) Follow(ctx context.Context) (int, error) {
	go f.informer.RunWithContext(ctx)
	if !cache.WaitForCacheSync(ctx.Done(), f.informer.HasSynced) {
		return 0, ctx.Err()
	}
	_ = f.informer.SetWatchErrorHandlerWithContext(func(context.Context, *cache.Reflector, error) { f.told.Add(1) }) // want `SetWatchErrorHandlerWithContext comes after the start of the informer \(events.go:23\).*\(latesetup/late-watch-error-handler\)`
	return int(f.told.Load()), nil
}
