// Package slow makes the transform between Start and SetTransform, and that
// takes a while: the informer runs by then.
package slow

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
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
	pods.Informer()
	factory.Start(ctx.Done())
	_ = pods.Informer().SetTransform(marker(ctx, client)) // want `\(latesetup/late-transform\)`
	factory.WaitForCacheSync(ctx.Done())
	return marked(pods.Lister())
}

// marker returns a transform that marks pods if there is a shop.
func marker(ctx context.Context, client kubernetes.Interface) cache.TransformFunc {
	_, err := client.CoreV1().Namespaces().Get(ctx, "shop", metav1.GetOptions{})
	return func(obj any) (any, error) {
		if pod, ok := obj.(*corev1.Pod); ok && err == nil {
			pod.Annotations = map[string]string{"small": "yes"}
		}
		return obj, nil
	}
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
