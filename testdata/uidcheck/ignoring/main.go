// Package ignoring takes an update with two UIDs for none of its business.
package ignoring

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Watch keeps the UID of each pod.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			pod := obj.(*corev1.Pod)
			view.Set(pod.Name, string(pod.UID))
		},
		UpdateFunc: func(old, obj any) {
			before, pod := old.(*corev1.Pod), obj.(*corev1.Pod)
			if before.UID != pod.UID { // want `when they differ, Add's Set is not done.*\(uidcheck/uids-mishandled\)`
				return
			}
			view.Set(pod.Name, string(pod.UID))
		},
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				view.Remove(pod.Name)
			}
		},
	})
	return view, err
}
