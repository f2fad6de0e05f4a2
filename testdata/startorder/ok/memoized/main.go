// Package memoized keeps each informer in a field that it fills on first use,
// starts in a goroutine and hands out listers afterwards.
package memoized

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type manager struct {
	factory informers.SharedInformerFactory
	pods    cache.SharedIndexInformer
	synced  cache.InformerSynced
}

func (m *manager) onPods(handler cache.ResourceEventHandler) error {
	if m.pods == nil {
		m.pods = m.factory.Core().V1().Pods().Informer()
	}
	m.synced = m.pods.HasSynced
	_, err := m.pods.AddEventHandler(handler)
	return err
}

func (m *manager) podLister() corelisters.PodLister {
	return m.factory.Core().V1().Pods().Lister()
}

func (m *manager) listen(ctx context.Context) bool {
	go m.factory.Start(ctx.Done())
	return cache.WaitForCacheSync(ctx.Done(), m.synced)
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	m := &manager{factory: informers.NewSharedInformerFactory(client, 0)}
	if err := m.onPods(cache.ResourceEventHandlerFuncs{}); err != nil {
		return 0, err
	}
	if !m.listen(ctx) {
		return 0, ctx.Err()
	}
	pods, err := m.podLister().List(labels.Everything())
	return len(pods), err
}
