// Package helpers leaves tombstones to functions of another package, or to a wrapper.
package helpers

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
	"example.com/informers/tombstone/wrapped/handlers"
)

// Watch keeps the names of the pods, twice.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	add := func(obj any) { view.Set(obj.(*corev1.Pod).Name, "") }
	_, err := informer.AddEventHandler(handlers.New(add, func(obj any) {
		if pod := handlers.Pod(obj); pod != nil {
			view.Remove(pod.Name)
		}
	}))
	if err != nil {
		return nil, err
	}
	_, err = informer.AddEventHandler(handlers.Unwrapping(add, func(obj any) {
		view.Remove(obj.(*corev1.Pod).Name)
	}))
	return view, err
}
