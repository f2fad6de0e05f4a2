// Package marks hands the UIDs of pods to another package, which keeps them.
package marks

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
	"example.com/informers/uidcheck/wrapped/entries"
)

// Watch keeps the UIDs of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	m := entries.NewMarks(view)
	set := func(obj any) {
		if pod, ok := obj.(*corev1.Pod); ok {
			m.Set(string(pod.UID), pod.Name)
		}
	}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    set,
		UpdateFunc: func(_, obj any) { set(obj) }, // want `\(uidcheck/uid-keyed-state\)`
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				m.Clear(string(pod.UID))
			}
		},
	})
	return view, err
}
