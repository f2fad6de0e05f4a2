// Package pipes makes handlers of functions that know nothing of tombstones.
package pipes

import "k8s.io/client-go/tools/cache"

// Handler calls put for what was added or updated, with the object as it was before
// if it was updated, and drop for what was deleted.
func Handler(put func(obj, before any), drop func(obj any)) cache.ResourceEventHandler {
	var h cache.ResourceEventHandlerFuncs
	if put != nil {
		h.AddFunc = func(obj any) { put(obj, nil) }
		h.UpdateFunc = func(before, obj any) { put(obj, before) }
	}
	if drop != nil {
		h.DeleteFunc = func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			drop(obj)
		}
	}
	return h
}
