// Package processed has a queue of its own, and asserts what a deletion there is not: it
// panics.
package processed

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Watch keeps the names of the pods.
func Watch(from cache.ListerWatcher) (*apiserver.View, cache.Store, cache.Controller) {
	view := apiserver.NewView()
	store := cache.NewStore(cache.DeletionHandlingMetaNamespaceKeyFunc)
	return view, store, cache.New(&cache.Config{
		Queue:         cache.NewDeltaFIFOWithOptions(cache.DeltaFIFOOptions{KeyFunction: cache.MetaNamespaceKeyFunc, KnownObjects: store}),
		ListerWatcher: from,
		ObjectType:    &corev1.Pod{},
		Process: func(obj any, _ bool) error {
			for _, d := range obj.(cache.Deltas) {
				switch d.Type {
				case cache.Sync, cache.Replaced, cache.Added, cache.Updated:
					if err := store.Add(d.Object); err != nil {
						return err
					}
					view.Set(d.Object.(*corev1.Pod).Name, "")
				case cache.Deleted:
					if err := store.Delete(d.Object); err != nil {
						return err
					}
					view.Remove(d.Object.(*corev1.Pod).Name) // want `d\.Object\.\(\*corev1\.Pod\) panics when the process function gets .* a panic there ends the process: unwrap the tombstone first \(tombstone/unchecked-assertion\)`
				}
			}
			return nil
		},
	})
}
