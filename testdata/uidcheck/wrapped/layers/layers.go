// Package layers registers functions that know nothing of tombstones, or of other types
// than their own.
package layers

import "k8s.io/client-go/tools/cache"

type (
	// One is told of an object.
	One[T any] func(obj T)
	// Two is told of an object, and of what it was before.
	Two[T any] func(old, obj T)
)

// Register has functions called for what an informer tells.
func Register(informer cache.SharedIndexInformer, added One[any], updated Two[any], deleted One[any]) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: added, UpdateFunc: updated, DeleteFunc: func(obj any) {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			obj = tombstone.Obj
		}
		deleted(obj)
	}})
	return err
}

// Typed is Register for functions that take one type.
func Typed[T any](informer cache.SharedIndexInformer, added One[T], updated Two[T], deleted One[T]) error {
	var onUpdate Two[any]
	if updated != nil {
		onUpdate = func(old, obj any) { updated(old.(T), obj.(T)) }
	}
	return Register(informer, func(obj any) { added(obj.(T)) }, onUpdate, func(obj any) { deleted(obj.(T)) })
}
