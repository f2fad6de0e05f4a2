// Package pointer looks for a pointer to a tombstone, and there are only values.
package pointer

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
				tombstone, ok := obj.(*cache.DeletedFinalStateUnknown) // want `never matches: .*\(tombstone/pointer-assertion\)`
				if !ok {
					return
				}
				if pod, ok = tombstone.Obj.(*corev1.Pod); !ok {
					return
				}
			}
			view.Remove(pod.Name)
		},
	})
	return view, err
}
