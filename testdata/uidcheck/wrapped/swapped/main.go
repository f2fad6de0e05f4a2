// Package swapped keeps pods by UID in a type of its own, and asks a helper whether
// two pods are one: the wrong way round.
package swapped

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type registry struct {
	pods sync.Map
	view *apiserver.View
}

func (r *registry) keep(pod *corev1.Pod) {
	r.pods.Store(pod.UID, pod.Name)
	r.view.Set(string(pod.UID), "")
}

func (r *registry) drop(pod *corev1.Pod) {
	r.pods.Delete(pod.UID)
	r.view.Remove(string(pod.UID))
}

func replaced(before, after *corev1.Pod) bool {
	return before.GetUID() == after.GetUID() // want `when they differ, .*\(uidcheck/uids-mishandled\)`
}

// Watch keeps the UIDs of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	r := &registry{view: apiserver.NewView()}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { r.keep(obj.(*corev1.Pod)) },
		UpdateFunc: func(old, obj any) {
			before, pod := old.(*corev1.Pod), obj.(*corev1.Pod)
			if replaced(before, pod) {
				r.drop(before)
			}
			r.keep(pod)
		},
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				r.drop(pod)
			}
		},
	})
	return r.view, err
}
