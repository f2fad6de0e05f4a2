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

// Replaced registers what its literal says, but for Delete: that is wrapped first.
func Replaced(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	h := cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { view.Set(obj.(*corev1.Pod).Name, "") },
		UpdateFunc: func(_, obj any) { view.Set(obj.(*corev1.Pod).Name, "") },
		DeleteFunc: func(obj any) { view.Remove(obj.(*corev1.Pod).Name) },
	}
	h.DeleteFunc = unwrapping(h.DeleteFunc)
	_, err := informer.AddEventHandler(h)
	return view, err
}

func unwrapping(next func(any)) func(any) {
	return func(obj any) {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			obj = tombstone.Obj
		}
		next(obj)
	}
}
