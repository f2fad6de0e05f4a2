// Package chained has filters of another package in front of its Delete handlers,
// and a handler of its own for tombstones.
package chained

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
	"example.com/informers/tombstone/ok/chained/filters"
)

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	_, err := informer.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: filters.All(filters.Unlabelled("example.com/ignored"), filters.Unlabelled("example.com/paused")),
		Handler: cache.ResourceEventHandlerFuncs{
			AddFunc:    func(obj any) { view.Set(obj.(*corev1.Pod).Name, "") },
			DeleteFunc: func(obj any) { view.Remove(obj.(*corev1.Pod).Name) },
		},
	})
	if err != nil {
		return nil, err
	}
	// The same, asked by a filter of its own.
	_, err = informer.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool { return filters.IsObject(obj) },
		Handler: cache.ResourceEventHandlerFuncs{
			AddFunc:    func(obj any) { view.Set(obj.(*corev1.Pod).Name, "") },
			DeleteFunc: func(obj any) { view.Remove(obj.(*corev1.Pod).Name) },
		},
	})
	if err != nil {
		return nil, err
	}
	_, err = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if stone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				if pod, ok := stone.Obj.(*corev1.Pod); ok {
					view.Remove(pod.Name)
				}
			}
		},
	})
	return view, err
}
