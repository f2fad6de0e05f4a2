// Package generations compares generations in a helper of its handler type.
package generations

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Handler keeps the UID of each pod.
type Handler struct{ view *apiserver.View }

// Watch keeps the UID of each pod.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	h := &Handler{apiserver.NewView()}
	_, err := informer.AddEventHandler(h)
	return h.view, err
}

// OnAdd notes a pod.
func (h *Handler) OnAdd(obj any, _ bool) { h.note(obj.(*corev1.Pod)) }

// OnUpdate notes a pod that has another spec.
func (h *Handler) OnUpdate(old, obj any) {
	h.renew(old.(*corev1.Pod), obj.(*corev1.Pod))
}

// OnDelete forgets a pod.
func (h *Handler) OnDelete(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		h.view.Remove(pod.Name)
	}
}

func (h *Handler) renew(before, pod *corev1.Pod) {
	if before.GetGeneration() == pod.GetGeneration() { // want `\(uidcheck/generation-dropped\)`
		return
	}
	h.note(pod)
}

func (h *Handler) note(pod *corev1.Pod) { h.view.Set(pod.Name, string(pod.UID)) }
