// Package generic is a handler of any type of object.
package generic

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Handler keeps the names of the objects of a type.
type Handler[T metav1.Object] struct{ view *apiserver.View }

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	h := &Handler[*corev1.Pod]{apiserver.NewView()}
	_, err := informer.AddEventHandler(h)
	return h.view, err
}

// OnAdd notes an object.
func (h *Handler[T]) OnAdd(obj any, _ bool) { h.view.Set(obj.(T).GetName(), "") }

// OnUpdate does nothing: names do not change.
func (h *Handler[T]) OnUpdate(_, _ any) {}

// OnDelete forgets an object.
func (h *Handler[T]) OnDelete(obj any) {
	o := obj.(T) // want `\(tombstone/unchecked-assertion\)`
	h.view.Remove(o.GetName())
}
