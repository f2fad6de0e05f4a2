// Package optional drops updates by equal labels, skips what Delete does, and has no Update.
package optional

import (
	"reflect"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"

	"example.com/informers/apiserver"
)

// Watch has three handlers.
func Watch(informer cache.SharedIndexInformer, queue workqueue.TypedInterface[string]) (*apiserver.View, error) {
	view := apiserver.NewView()
	enqueue := func(obj any) {
		if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
			queue.Add(key)
		}
	}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		UpdateFunc: func(old, obj any) {
			if reflect.DeepEqual(old.(*corev1.Pod).Labels, obj.(*corev1.Pod).Labels) { // want `\(uidcheck/equality-dropped\)`
				return
			}
			enqueue(obj)
		},
	})
	if err != nil {
		return nil, err
	}
	_, err = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    enqueue,
		UpdateFunc: func(_, obj any) { enqueue(obj) }, // want `Delete's Remove never happens .*\(uidcheck/delete-work-skipped\)`
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				view.Remove(pod.Name)
			}
			enqueue(obj)
		},
	})
	if err != nil {
		return nil, err
	}
	_, err = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{ // want `without an Update function.*\(uidcheck/no-update\)`
		AddFunc: func(obj any) { view.Set(obj.(*corev1.Pod).Name, "") },
	})
	return view, err
}
