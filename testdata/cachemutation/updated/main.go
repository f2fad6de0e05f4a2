// Package updated has an Update handler that changes the new object.
package updated

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type controller struct {
	queue workqueue.TypedInterface[cache.ObjectName]
}

// Watch enqueues pods that have another phase.
func Watch(informer cache.SharedIndexInformer, queue workqueue.TypedInterface[cache.ObjectName]) error {
	c := &controller{queue: queue}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: c.update})
	return err
}

func (c *controller) update(old, obj any) {
	before, pod := old.(*corev1.Pod), obj.(*corev1.Pod)
	if before.Status.Phase == pod.Status.Phase {
		return
	}
	pod.Status.Message = "was " + string(before.Status.Phase) // want `the informer's cache.*\(cachemutation/handler-object\)`
	c.queue.Add(cache.MetaObjectToName(pod))
}
