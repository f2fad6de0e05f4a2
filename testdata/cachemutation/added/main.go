// Package added annotates what its Add handler gets, for the worker.
package added

import (
	"strconv"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// Watch enqueues the pods.
func Watch(informer cache.SharedIndexInformer, queue workqueue.TypedInterface[cache.ObjectName]) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			pod := obj.(*corev1.Pod)
			if pod.Annotations["example.com/owner"] == "" {
				return
			}
			pod.Annotations["example.com/containers"] = strconv.Itoa(len(pod.Spec.Containers)) // want `the informer's cache.*\(cachemutation/handler-object\)`
			queue.Add(cache.MetaObjectToName(pod))
		},
	})
	return err
}
