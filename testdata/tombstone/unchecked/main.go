// Package unchecked asserts in Delete what a tombstone is not: it panics.
package unchecked

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
			pod := obj.(*corev1.Pod) // want `obj\.\(\*corev1\.Pod\) panics .*ends the process: unwrap the tombstone first \(tombstone/unchecked-assertion\)`
			// The name is enough.
			view.Remove(pod.Name)
		},
	})
	return view, err
}
