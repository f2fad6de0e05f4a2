// Package otherfactory starts a factory and sets the transform of another one's
// informer of the same kind, which it starts later.
package otherfactory

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
	all := informers.NewSharedInformerFactory(client, 0)
	all.Core().V1().Pods().Informer()
	all.Start(ctx.Done())

	small := informers.NewSharedInformerFactory(client, 0)
	pods := small.Core().V1().Pods()
	pods.Informer().SetTransform(mark)
	small.Start(ctx.Done())
	small.WaitForCacheSync(ctx.Done())
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
