// Package nilkey asks a key function for the key of the nil that an assertion leaves.
package nilkey

import (
	corev1 "k8s.io/api/core/v1"
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
			pod, ok := obj.(*corev1.Pod) // want `fails and leaves nil, and using that panics .*\(tombstone/unchecked-assertion\)`
			if !ok {
				tombstone, ok := obj.(cache.DeletedFinalStateUnknown)
				if !ok {
					return
				}
				if _, ok = tombstone.Obj.(*corev1.Pod); !ok {
					return
				}
			}
			key, err := cache.MetaNamespaceKeyFunc(pod)
			if err != nil {
				return
			}
			view.Remove(key)
		},
	})
	return view, err
}
