// Package generation takes equal generations for no change: each new object has generation 1.
package generation

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Watch keeps the UID of each pod.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { note(view, obj) },
		UpdateFunc: func(old, obj any) {
			before, pod := old.(*corev1.Pod), obj.(*corev1.Pod)
			if before.Generation == pod.Generation { // want `equal generations drop it here; compare the UIDs as well \(uidcheck/generation-dropped\)`
				return // only the status
			}
			note(view, pod)
		},
		DeleteFunc: func(obj any) { forget(view, obj) },
	})
	return view, err
}

func note(view *apiserver.View, obj any) {
	pod := obj.(*corev1.Pod)
	view.Set(pod.Name, string(pod.UID))
}

func forget(view *apiserver.View, obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		view.Remove(pod.Name)
	}
}
