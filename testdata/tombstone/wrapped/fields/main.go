// Package fields gives its functions to a structure of another package.
package fields

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
	"example.com/informers/tombstone/wrapped/handlers"
)

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	set := &handlers.Set{
		AddFn: func(obj any) {
			view.Set(obj.(*corev1.Pod).Name, "")
		},
		DeleteFn: func(obj any) {
			pod := obj.(*corev1.Pod) // want `\(tombstone/unchecked-assertion\)`
			view.Remove(pod.Name)
		},
	}
	return view, set.Register(informer)
}
