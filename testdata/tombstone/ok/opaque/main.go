// Package opaque gives its handler to a wrapper of which nothing is known.
package opaque

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// A Registrar may do anything with a handler before it registers it.
type Registrar interface {
	Handle(informer cache.SharedIndexInformer, handler cache.ResourceEventHandler) error
}

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer, registrar Registrar) (*apiserver.View, error) {
	view := apiserver.NewView()
	err := registrar.Handle(informer, cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { view.Set(obj.(*corev1.Pod).Name, "") },
		DeleteFunc: func(obj any) { view.Remove(obj.(*corev1.Pod).Name) },
	})
	return view, err
}
