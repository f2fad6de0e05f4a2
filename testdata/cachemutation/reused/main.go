// Package reused has an Update handler that calls the Add handler, which changes what it
// is given.
package reused

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type controller struct {
	queue workqueue.TypedInterface[cache.ObjectName]
}

// Watch enqueues all pods, with a default.
func Watch(informer cache.SharedIndexInformer, queue workqueue.TypedInterface[cache.ObjectName]) error {
	c := &controller{queue: queue}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    c.seen,
		UpdateFunc: func(_, obj any) { c.seen(obj) }, // the same, and fixed with it
	})
	return err
}

func (c *controller) seen(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	pod.Status.Message = "seen" // want `this changes Status\.Message of the Pod.*\(cachemutation/handler-object\)`
	c.queue.Add(cache.MetaObjectToName(pod))
}
