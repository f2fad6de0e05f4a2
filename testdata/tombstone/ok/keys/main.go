// Package keys uses key functions that know tombstones, under other names.
package keys

import (
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// keyFunc is never assigned again.
var keyFunc = cache.DeletionHandlingMetaNamespaceKeyFunc

// Watch keeps the keys of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	enqueue := func(obj any) {
		key, err := keyFunc(obj)
		if err != nil {
			return
		}
		if _, exists, _ := informer.GetStore().GetByKey(key); exists {
			view.Set(key, "")
		} else {
			view.Remove(key)
		}
	}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    enqueue,
		UpdateFunc: func(_, obj any) { enqueue(obj) },
		DeleteFunc: enqueue,
	})
	return view, err
}
