// Package filled puts objects into the store of an informer by hand and never
// runs it: the lister is there to feed code that wants one.
package filled

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// PodLister lists the given pods.
func PodLister(client kubernetes.Interface, pods ...*corev1.Pod) (corelisters.PodLister, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	store := factory.Core().V1().Pods().Informer().GetStore()
	for _, pod := range pods {
		if err := store.Add(pod); err != nil {
			return nil, err
		}
	}
	return factory.Core().V1().Pods().Lister(), nil
}

// ServiceLister lists one service, from the indexer of a lone informer.
func ServiceLister(service *corev1.Service) (corelisters.ServiceLister, error) {
	informer := cache.NewSharedIndexInformer(&cache.ListWatch{}, &corev1.Service{}, 0, cache.Indexers{})
	if err := informer.GetIndexer().Add(service); err != nil {
		return nil, err
	}
	return corelisters.NewServiceLister(informer.GetIndexer()), nil
}

// Run counts one pod.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	lister, err := PodLister(client, &corev1.Pod{})
	if err != nil {
		return 0, err
	}
	pods, err := lister.List(labels.Everything())
	return len(pods), err
}
