// Package restored puts back a label that somebody has changed. A copy of the new object
// would not do: the next event has, as its old object, what the cache has now.
package restored

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// Watch enqueues the pods whose app was put back.
func Watch(informer cache.SharedIndexInformer, queue workqueue.TypedInterface[cache.ObjectName]) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		UpdateFunc: func(before, after any) {
			old, ok := before.(*corev1.Pod)
			pod, is := after.(*corev1.Pod)
			if !ok || !is || old.Labels["app"] == pod.Labels["app"] {
				return
			}
			pod.Labels["app"] = old.Labels["app"] // want `changes Labels\["app"\] .*; later reads of the cache may count on it, so a copy alone may break them: let them find the change in the API server, or keep it elsewhere \(cachemutation/handler-object\)`
			queue.Add(cache.MetaObjectToName(pod))
		},
	})
	return err
}
