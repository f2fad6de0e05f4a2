// Package filters gives its filter to a structure of another package.
package filters

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
	"example.com/informers/tombstone/wrapped/handlers"
)

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	set := &handlers.Set{
		FilterFn: onPodNetwork,
		AddFn: func(obj any) {
			view.Set(obj.(*corev1.Pod).Name, "")
		},
		DeleteFn: func(obj any) {
			if pod := handlers.Pod(obj); pod != nil {
				view.Remove(pod.Name)
			}
		},
	}
	return view, set.Register(informer)
}

func onPodNetwork(obj any) bool {
	pod, ok := obj.(*corev1.Pod) // want `\(tombstone/filter-rejects\)`
	if !ok {
		return false
	}
	return !pod.Spec.HostNetwork
}
