// Package additional enqueues the old object, too, if the UIDs differ, and goes
// on with the new one.
package additional

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Watch keeps the UID of each pod.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { change(view, nil, obj.(*corev1.Pod)) },
		UpdateFunc: func(old, obj any) {
			change(view, old.(*corev1.Pod), obj.(*corev1.Pod))
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

func change(view *apiserver.View, old, pod *corev1.Pod) {
	if old != nil && old.UID != pod.UID {
		view.Remove(old.Name)
	}
	if old != nil && old.Generation == pod.Generation && view.Has(pod.Name) {
		return
	}
	view.Set(pod.Name, string(pod.UID))
}
