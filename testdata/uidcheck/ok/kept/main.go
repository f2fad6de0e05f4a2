// Package kept compares the UID with the one that it has kept.
package kept

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// uids is only used by the one handler.
var uids = make(map[string]types.UID)

// Watch keeps the UID of each pod.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	clear(uids) // those of an earlier informer
	view := apiserver.NewView()
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { note(view, obj) },
		UpdateFunc: func(old, obj any) {
			before, pod := old.(*corev1.Pod), obj.(*corev1.Pod)
			if known := uids[pod.Name]; known == pod.UID && before.Generation == pod.Generation {
				return
			}
			uids[pod.Name] = pod.UID
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
