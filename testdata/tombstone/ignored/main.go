// Package ignored goes on with the key that a key function could not make.
package ignored

import (
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
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
			key, err := cache.MetaNamespaceKeyFunc(obj) // want `use DeletionHandlingMetaNamespaceKeyFunc \(tombstone/key-func\)`
			if err != nil {
				utilruntime.HandleError(err)
			}
			view.Remove(key)
		},
	})
	return view, err
}
