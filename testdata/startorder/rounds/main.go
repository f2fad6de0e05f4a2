// Package rounds makes a factory for each namespace, and in each round starts it
// before it has a lister.
package rounds

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

func count(ctx context.Context, client kubernetes.Interface, namespaces []string) (int, error) {
	var pods corelisters.PodLister
	n := 0
	for _, namespace := range namespaces {
		factory := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace))
		factory.Start(ctx.Done()) // want `\(startorder/late-registration\)`
		pods = factory.Core().V1().Pods().Lister()
		factory.WaitForCacheSync(ctx.Done())
		found, err := pods.List(labels.Everything())
		if err != nil {
			return 0, err
		}
		n += len(found)
	}
	return n, nil
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	return count(ctx, client, []string{metav1.NamespaceAll})
}
