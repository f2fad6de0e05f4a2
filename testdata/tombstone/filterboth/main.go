// Package filterboth has a filter that rejects tombstones, and a Delete behind
// it that does not know them either: neither is mended without the other.
package filterboth

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	_, err := informer.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			pod, ok := obj.(*corev1.Pod) // want `\(tombstone/filter-rejects\)`
			return ok && !pod.Spec.HostNetwork
		},
		Handler: cache.ResourceEventHandlerFuncs{
			AddFunc: func(obj any) {
				view.Set(obj.(*corev1.Pod).Name, "")
			},
			DeleteFunc: func(obj any) {
				view.Remove(obj.(*corev1.Pod).Name)
			},
		},
	})
	return view, err
}
