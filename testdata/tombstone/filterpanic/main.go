// Package filterpanic has a filter that panics on a tombstone.
package filterpanic

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	_, err := informer.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: onThisNetwork,
		Handler: cache.ResourceEventHandlerFuncs{
			AddFunc: func(obj any) {
				view.Set(obj.(*corev1.Pod).Name, "")
			},
			DeleteFunc: func(obj any) {
				if d, ok := obj.(cache.DeletedFinalStateUnknown); ok {
					obj = d.Obj
				}
				if pod, ok := obj.(*corev1.Pod); ok {
					view.Remove(pod.Name)
				}
			},
		},
	})
	return view, err
}

func onThisNetwork(obj any) bool {
	return !obj.(*corev1.Pod).Spec.HostNetwork // want `panics when the filter in front .*\(tombstone/unchecked-assertion\)`
}
