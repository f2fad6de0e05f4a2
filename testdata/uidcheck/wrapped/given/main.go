// Package given has its index by UID from another package, and hands pods to a
// third one, which may take an entry away.
package given

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
	"example.com/informers/uidcheck/wrapped/entries"
	"example.com/informers/uidcheck/wrapped/relay"
)

// Watch keeps the UIDs of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	pods := entries.NewIndex(view)
	r := relay.New(pods)
	set := func(obj any) {
		if pod, ok := obj.(*corev1.Pod); ok {
			pods.Put(pod)
			r.Seen(pod)
		}
	}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    set,
		UpdateFunc: func(_, obj any) { set(obj) },
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				pods.Take(pod)
			}
		},
	})
	return view, err
}
