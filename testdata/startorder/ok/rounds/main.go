// Package rounds has a factory for each namespace. Each is started in its own
// round, or has been registered with in an earlier loop.
package rounds

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
)

// last starts in each round the factory of the round before.
func last(ctx context.Context, client kubernetes.Interface, namespaces []string) listers.PodLister {
	var before informers.SharedInformerFactory
	var pods listers.PodLister
	for _, namespace := range namespaces {
		if before != nil {
			before.Start(ctx.Done())
		}
		before = informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace))
		pods = before.Core().V1().Pods().Lister()
	}
	before.Start(ctx.Done())
	before.WaitForCacheSync(ctx.Done())
	return pods
}

func all(ctx context.Context, client kubernetes.Interface, namespaces []string) map[string]listers.PodLister {
	factories := make(map[string]informers.SharedInformerFactory)
	for _, namespace := range namespaces {
		factories[namespace] = informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace))
	}
	pods := make(map[string]listers.PodLister)
	for namespace, factory := range factories {
		pods[namespace] = factory.Core().V1().Pods().Lister()
	}
	for _, factory := range factories {
		factory.Start(ctx.Done())
		factory.WaitForCacheSync(ctx.Done())
	}
	return pods
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	namespaces := []string{metav1.NamespaceAll}
	if found, err := last(ctx, client, namespaces).List(labels.Everything()); err != nil || len(found) == 0 {
		return 0, err
	}
	found, err := all(ctx, client, namespaces)[metav1.NamespaceAll].List(labels.Everything())
	return len(found), err
}
