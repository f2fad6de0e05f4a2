// Package old makes the old object like the new one where it does not care, to
// compare them.
package old

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// Watch enqueues pods that have changed, but for their status.
func Watch(informer cache.SharedIndexInformer, queue workqueue.TypedInterface[cache.ObjectName]) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		UpdateFunc: func(old, obj any) {
			before, pod := old.(*corev1.Pod), obj.(*corev1.Pod)
			before.ResourceVersion = pod.ResourceVersion // want `the informer's cache.*\(cachemutation/handler-object\)`
			before.Status = pod.Status
			if !equality.Semantic.DeepEqual(before, pod) {
				queue.Add(cache.MetaObjectToName(pod))
			}
		},
	})
	return err
}
