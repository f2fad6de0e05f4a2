// Package keyed has a filter that asks a function of another package, which knows
// no tombstones.
package keyed

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
	"example.com/informers/tombstone/keyed/names"
)

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	_, err := informer.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			name, err := names.Of(obj) // want `the filter rejects every .*\(tombstone/filter-rejects\)`
			return err == nil && name.Namespace != "kube-system"
		},
		Handler: cache.ResourceEventHandlerFuncs{
			AddFunc: func(obj any) {
				view.Set(obj.(*corev1.Pod).Name, "")
			},
			DeleteFunc: func(obj any) {
				if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
					obj = tombstone.Obj
				}
				if pod, ok := obj.(*corev1.Pod); ok {
					view.Remove(pod.Name)
				}
			},
		},
	})
	return view, err
}
