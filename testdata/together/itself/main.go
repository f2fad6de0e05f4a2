// Package itself drops the annotations of what it queues, in a method that is the
// Add handler, and that the Update handler calls and a loop over all: one line, told once.
package itself

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type source struct {
	queue workqueue.TypedInterface[cache.ObjectName]
}

func (s *source) enqueue(obj any) {
	object, ok := obj.(metav1.Object)
	if !ok {
		return
	}
	object.SetAnnotations(nil)
	s.queue.Add(cache.MetaObjectToName(object))
}

// Resync enqueues all objects.
func (s *source) Resync(informer cache.SharedIndexInformer) {
	for _, obj := range informer.GetStore().List() {
		s.enqueue(obj)
	}
}

// Watch enqueues the objects.
func Watch(informer cache.SharedIndexInformer, queue workqueue.TypedInterface[cache.ObjectName]) error {
	s := &source{queue: queue}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    s.enqueue,
		UpdateFunc: func(_, now any) { s.enqueue(now) },
	})
	return err
}
