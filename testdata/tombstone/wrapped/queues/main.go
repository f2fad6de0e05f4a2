// Package queues makes a controller of a process function.
package queues

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"
)

// A Maker makes a process function for a store.
type Maker func(store cache.Store) cache.ProcessFunc

// New makes a controller, and the store that its function has to fill.
func New(from cache.ListerWatcher, typ runtime.Object, process Maker) (cache.Store, cache.Controller) {
	store := cache.NewIndexer(cache.DeletionHandlingMetaNamespaceKeyFunc, cache.Indexers{})
	queue := cache.NewDeltaFIFO(cache.MetaNamespaceKeyFunc, store)
	config := &cache.Config{Queue: queue, ListerWatcher: from, ObjectType: typ, Process: process(store)}
	return store, cache.New(config)
}

// Open recovers the objects in the tombstones of a list.
func Open(deltas cache.Deltas) {
	for i := range deltas {
		if tombstone, ok := deltas[i].Object.(cache.DeletedFinalStateUnknown); ok {
			deltas[i].Object = tombstone.Obj
		}
	}
}

// Opening does so in front of what a controller calls.
func Opening(config *cache.Config) {
	process := config.Process
	config.Process = func(obj any, initial bool) error {
		if deltas, ok := obj.(cache.Deltas); ok {
			Open(deltas)
		}
		return process(obj, initial)
	}
}
