// Package twice has handlers for additions and updates that call one method, which
// changes what they are given.
package twice

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
		AddFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				c.seen(pod) // want `c\.seen changes Status\.Message.*\(cachemutation/handler-object\)`
			}
		},
		UpdateFunc: func(_, obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				c.seen(pod) // the same, and fixed with it
			}
		},
	})
	return err
}

func (c *controller) seen(pod *corev1.Pod) {
	pod.Status.Message = "seen"
	c.queue.Add(cache.MetaObjectToName(pod))
}
