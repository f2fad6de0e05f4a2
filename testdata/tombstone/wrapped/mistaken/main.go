// Package mistaken recognises the tombstone in a handler type and then asserts
// the tombstone itself.
package mistaken

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Handler keeps the names of the pods.
type Handler struct{ view *apiserver.View }

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	h := &Handler{apiserver.NewView()}
	_, err := informer.AddEventHandler(h)
	return h.view, err
}

// OnAdd notes a pod.
func (h *Handler) OnAdd(obj any, _ bool) { h.view.Set(obj.(*corev1.Pod).Name, "") }

// OnUpdate does nothing: names do not change.
func (h *Handler) OnUpdate(_, _ any) {}

// OnDelete forgets a pod.
func (h *Handler) OnDelete(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		_, ok := obj.(cache.DeletedFinalStateUnknown)
		if !ok {
			utilruntime.HandleError(fmt.Errorf("not a pod: %T", obj))
			return
		}
		pod, ok = obj.(*corev1.Pod) // want `\(tombstone/mishandled\)`
		if !ok {
			utilruntime.HandleError(fmt.Errorf("not a tombstone of a pod: %T", obj))
			return
		}
	}
	h.view.Remove(pod.Name)
}
