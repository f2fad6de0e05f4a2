// Package handlers annotates copies of what its handlers get.
package handlers

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type controller struct {
	queue  workqueue.TypedInterface[cache.ObjectName]
	recent map[string]*corev1.Pod
}

// Watch enqueues the pods.
func Watch(informer cache.SharedIndexInformer, queue workqueue.TypedInterface[cache.ObjectName]) error {
	c := &controller{queue: queue, recent: make(map[string]*corev1.Pod)}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    c.note,
		UpdateFunc: func(_, obj any) { c.note(obj) },
	})
	return err
}

func (c *controller) note(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	pod = pod.DeepCopy()
	metav1.SetMetaDataAnnotation(&pod.ObjectMeta, "example.com/noted", "true")
	c.recent[pod.Name] = pod
	c.queue.Add(cache.MetaObjectToName(pod))
}
