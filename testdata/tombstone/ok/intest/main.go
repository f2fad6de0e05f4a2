// Package intest counts pods with a handler of its own, and its test with one that
// expects no tombstones: no fake watch is lost.
package intest

import (
	"sync/atomic"

	"k8s.io/client-go/tools/cache"
)

// Count keeps the number of pods.
func Count(informer cache.SharedIndexInformer, n *atomic.Int64) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(any) { n.Add(1) },
		DeleteFunc: func(any) { n.Add(-1) },
	})
	return err
}
