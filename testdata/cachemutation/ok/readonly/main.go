// Package readonly has an Update handler that only reads, and compares copies.
package readonly

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
			if before.UID != pod.UID || !equality.Semantic.DeepEqual(trimmed(before), trimmed(pod)) {
				queue.Add(cache.MetaObjectToName(pod))
			}
		},
	})
	return err
}

func trimmed(pod *corev1.Pod) *corev1.Pod {
	pod = pod.DeepCopy()
	pod.ResourceVersion = ""
	pod.Status = corev1.PodStatus{}
	return pod
}
