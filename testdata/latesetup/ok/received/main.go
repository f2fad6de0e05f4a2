// Package received sets up an informer that it is given. Who started it, and
// whether anybody has, is not known here.
package received

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Run counts the pods that went through the transform.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	Trim(pods.Informer())
	Watch(factory)
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	return marked(pods.Lister())
}

// Trim marks the objects of an informer.
func Trim(informer cache.SharedIndexInformer) { informer.SetTransform(mark) }

// Watch listens to errors of the pods.
func Watch(factory informers.SharedInformerFactory) {
	_ = factory.Core().V1().Pods().Informer().SetWatchErrorHandler(func(*cache.Reflector, error) {})
}

// mark shows that a pod went through the transform.
func mark(obj any) (any, error) {
	if pod, ok := obj.(*corev1.Pod); ok {
		pod.Annotations = map[string]string{"small": "yes"}
	}
	return obj, nil
}

// marked counts the pods that the lister has as mark leaves them.
func marked(pods listers.PodLister) (int, error) {
	list, err := pods.List(labels.Everything())
	n := 0
	for _, pod := range list {
		if pod.Annotations["small"] == "yes" {
			n++
		}
	}
	return n, err
}
