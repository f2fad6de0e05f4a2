// Package derefs does not look whether its assertion has failed.
package derefs

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
			pod, _ := obj.(*corev1.Pod) // want `fails and leaves nil, and using that panics .*\(tombstone/unchecked-assertion\)`
			view.Remove(pod.Name)
		},
	})
	return view, err
}
