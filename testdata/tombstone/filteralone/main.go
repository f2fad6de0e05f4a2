// Package filteralone has a filter that panics on a tombstone, and no Delete function behind it.
package filteralone

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Watch keeps the names of all pods that there have been.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	_, err := informer.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			pod := obj.(*corev1.Pod) // want `panics when the filter, which is asked about deletions too, gets .*\(tombstone/unchecked-assertion\)`
			return !pod.Spec.HostNetwork
		},
		Handler: cache.ResourceEventHandlerFuncs{
			AddFunc: func(obj any) {
				view.Set(obj.(*corev1.Pod).Name, "")
			},
		},
	})
	return view, err
}
