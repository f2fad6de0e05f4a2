// Package renews has its index by UID from another package, which finds the old
// pod by its name.
package renews

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
	"example.com/informers/uidcheck/wrapped/names"
)

// Watch keeps the UIDs of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	pods := names.NewIndex(view)
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { pods.Put(obj.(*corev1.Pod)) },
		UpdateFunc: func(_, obj any) { pods.Put(obj.(*corev1.Pod)) },
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				pods.Drop(pod)
			}
		},
	})
	return view, err
}
