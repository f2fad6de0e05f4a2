// Package returns finds out that it was given a tombstone, and does nothing about it.
package returns

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	h := &handler{view: apiserver.NewView()}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: h.add, DeleteFunc: h.remove})
	return h.view, err
}

// handler keeps names.
type handler struct{ view *apiserver.View }

func (h *handler) add(obj any) { h.view.Set(obj.(*corev1.Pod).Name, "") }

func (h *handler) remove(obj any) {
	if _, ok := obj.(cache.DeletedFinalStateUnknown); ok { // want `is recognised, but the object in it does not reach the work of the Delete handler, so the deletion is lost: Remove is not called for it; use the Obj of the tombstone \(tombstone/mishandled\)`
		return
	}
	h.view.Remove(obj.(*corev1.Pod).Name)
}
