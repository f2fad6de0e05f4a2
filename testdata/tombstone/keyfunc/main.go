// Package keyfunc computes the key of a deleted object with a function that knows no tombstones.
package keyfunc

import (
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Watch keeps the keys of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
				view.Set(key, "")
			}
		},
		DeleteFunc: func(obj any) {
			key, err := cache.MetaNamespaceKeyFunc(obj) // want `MetaNamespaceKeyFunc returns an error .*; use DeletionHandlingMetaNamespaceKeyFunc \(tombstone/key-func\)`
			if err != nil {
				return
			}
			view.Remove(key)
		},
	})
	return view, err
}
