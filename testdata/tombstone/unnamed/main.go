// Package unnamed has a helper that finds no name in a tombstone.
package unnamed

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if name := nameOf(obj); name != "" {
				view.Set(name, "")
			}
		},
		DeleteFunc: func(obj any) {
			if name := nameOf(obj); name != "" { // want `which is not what nameOf\(obj\) expects, so the deletion is lost: Remove is not called for it; unwrap the tombstone first \(tombstone/dropped\)`
				view.Remove(name)
			}
		},
	})
	return view, err
}

func nameOf(obj any) string {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return ""
	}
	return pod.Name
}
