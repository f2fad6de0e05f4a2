// Package added does for a deletion what it does for an addition.
package added

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Handler keeps the names of the pods that are not deleted.
type Handler struct{ view *apiserver.View }

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	h := &Handler{apiserver.NewView()}
	_, err := informer.AddEventHandler(h)
	return h.view, err
}

// OnAdd notes a pod.
func (h *Handler) OnAdd(obj any, _ bool) { h.note(obj, true) }

// OnUpdate notes a pod.
func (h *Handler) OnUpdate(_, obj any) { h.note(obj, true) }

// OnDelete forgets a pod.
func (h *Handler) OnDelete(obj any) {
	h.note(obj, false) // want `\(tombstone/dropped\)`
}

// note is right for what is added and updated.
func (h *Handler) note(obj any, exists bool) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	if exists {
		h.view.Set(pod.Name, "")
		return
	}
	h.view.Remove(pod.Name)
}
