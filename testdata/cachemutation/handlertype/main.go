// Package handlertype is a handler with methods of its own, and leaves out what
// it does not need.
package handlertype

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type handler struct {
	cache.ResourceEventHandlerFuncs
	queue workqueue.TypedInterface[cache.ObjectName]
}

// Watch enqueues the pods.
func Watch(informer cache.SharedIndexInformer, queue workqueue.TypedInterface[cache.ObjectName]) error {
	_, err := informer.AddEventHandler(&handler{queue: queue})
	return err
}

// OnAdd overrides that of the functions.
func (h *handler) OnAdd(obj any, _ bool) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	delete(pod.Annotations, corev1.LastAppliedConfigAnnotation) // want `the informer's cache.*\(cachemutation/handler-object\)`
	h.queue.Add(cache.MetaObjectToName(pod))
}
