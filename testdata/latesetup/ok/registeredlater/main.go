// Package registeredlater sets the transform of an informer that was registered
// after the first Start, and that the second one runs.
package registeredlater

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
)

// Run counts the pods that went through the transform.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Core().V1().Nodes().Informer()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())

	pods := factory.Core().V1().Pods()
	pods.Informer().SetTransform(mark)
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	return marked(pods.Lister())
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
