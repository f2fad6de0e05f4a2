// Package tracks keeps pods by UID in a set behind a type of its own, and has the old
// one taken out of it where the UIDs are equal.
package tracks

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type registry struct {
	uids sets.String
	view *apiserver.View
}

func (r *registry) enter(pod *corev1.Pod) {
	r.uids.Insert(string(pod.GetUID()))
	r.show()
}

func (r *registry) leave(pod *corev1.Pod) {
	r.uids.Delete(string(pod.GetUID()))
	r.show()
}

func (r *registry) show() {
	for _, uid := range r.view.Entries() {
		r.view.Remove(uid)
	}
	for _, uid := range r.uids.List() {
		r.view.Set(uid, "")
	}
}

// Watch keeps the UIDs of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	r := &registry{uids: sets.NewString(), view: apiserver.NewView()}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { r.enter(obj.(*corev1.Pod)) },
		UpdateFunc: func(old, obj any) {
			before, pod := old.(*corev1.Pod), obj.(*corev1.Pod)
			if before.UID == pod.UID { // want `when they differ, .*\(uidcheck/uids-mishandled\)`
				r.leave(before)
			}
			r.enter(pod)
		},
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				r.leave(pod)
			}
		},
	})
	return r.view, err
}
