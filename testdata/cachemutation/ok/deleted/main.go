// Package deleted changes what its Delete handler gets: no store has that any
// more.
package deleted

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// Watch enqueues pods that are gone.
func Watch(informer cache.SharedIndexInformer, queue workqueue.TypedInterface[cache.ObjectName]) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				return
			}
			pod.Finalizers = nil
			pod.Status.Phase = corev1.PodSucceeded
			queue.Add(cache.MetaObjectToName(pod))
		},
	})
	return err
}
