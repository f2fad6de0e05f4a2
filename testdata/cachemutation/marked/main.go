// Package marked tells its worker by an annotation, which nobody but the cache has, that the
// app of a pod is another one. With a copy in the handler the worker would never know.
package marked

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

const changed = "example.com/changed"

// Watch enqueues the pods, and marks those whose app has changed.
func Watch(informer cache.SharedIndexInformer, queue workqueue.TypedInterface[cache.ObjectName]) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		UpdateFunc: func(before, after any) {
			old, ok := before.(*corev1.Pod)
			pod, is := after.(*corev1.Pod)
			if !ok || !is {
				return
			}
			mark(&pod.ObjectMeta, old.Labels["app"]) // want `mark changes Annotations\["example.com/changed"\] .*; later reads of the cache may count on it, so a copy alone may break them: let them find the change in the API server, or keep it elsewhere \(cachemutation/handler-object\)`
			queue.Add(cache.MetaObjectToName(pod))
		},
	})
	return err
}

func mark(meta *metav1.ObjectMeta, app string) {
	if meta.Annotations != nil && meta.Labels["app"] != app {
		meta.Annotations[changed] = "true"
	}
}

// Sync does the work for the pods of which Watch has told.
func Sync(queue workqueue.TypedInterface[cache.ObjectName], pods listers.PodLister, work func(*corev1.Pod)) {
	for {
		name, shutdown := queue.Get()
		if shutdown {
			return
		}
		if pod, err := pods.Pods(name.Namespace).Get(name.Name); err == nil && needed(pod.ObjectMeta) {
			work(pod.DeepCopy())
		}
		queue.Done(name)
	}
}

func needed(meta metav1.ObjectMeta) bool { return meta.Annotations[changed] == "true" }
