// Package whole compares the objects as wholes: the UID is part of them.
package whole

import (
	"reflect"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Watch keeps the UID of each pod.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { note(view, obj) },
		UpdateFunc: func(old, obj any) {
			if reflect.DeepEqual(old, obj) {
				return
			}
			note(view, obj)
		},
		DeleteFunc: func(obj any) { forget(view, obj) },
	})
	return view, err
}

func note(view *apiserver.View, obj any) {
	pod := obj.(*corev1.Pod)
	view.Set(pod.Name, string(pod.UID))
}

func forget(view *apiserver.View, obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		view.Remove(pod.Name)
	}
}
