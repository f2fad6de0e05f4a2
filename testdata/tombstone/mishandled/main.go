// Package mishandled recognises the tombstone and then asserts the wrong variable.
package mishandled

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			view.Set(obj.(*corev1.Pod).Name, "")
		},
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				if _, ok := obj.(cache.DeletedFinalStateUnknown); !ok {
					return
				}
				if pod, ok = obj.(*corev1.Pod); !ok { // want `is recognised, but .*\(tombstone/mishandled\)`
					return
				}
			}
			view.Remove(pod.Name)
		},
	})
	return view, err
}
