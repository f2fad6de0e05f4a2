// Package dropped returns from Delete if the object is no pod: a tombstone is none.
package dropped

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
			if pod, ok := obj.(*corev1.Pod); ok { // want `so the deletion is lost: .*Remove.*; unwrap the tombstone first \(tombstone/dropped\)`
				view.Remove(pod.Name)
			}
		},
	})
	return view, err
}
