// Package appended collects HasSynced functions while handlers are added, and
// waits for these after a Start in a goroutine.
package appended

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type manager struct {
	factory informers.SharedInformerFactory
	synced  []cache.InformerSynced
}

func (m *manager) add(informer cache.SharedIndexInformer, handler cache.ResourceEventHandler) error {
	m.synced = append(m.synced, informer.HasSynced)
	registration, err := informer.AddEventHandler(handler)
	if err != nil {
		return err
	}
	m.synced = append(m.synced, registration.HasSynced)
	return nil
}

func (m *manager) listen(ctx context.Context) bool {
	go m.factory.Start(ctx.Done())
	for _, synced := range m.synced {
		if !cache.WaitForCacheSync(ctx.Done(), synced) {
			return false
		}
	}
	return true
}

// Run counts the pods that were announced.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	m := &manager{factory: informers.NewSharedInformerFactory(client, 0)}
	count := 0
	if err := m.add(m.factory.Core().V1().Pods().Informer(), cache.ResourceEventHandlerFuncs{
		AddFunc: func(any) { count++ },
	}); err != nil {
		return 0, err
	}
	if !m.listen(ctx) {
		return 0, ctx.Err()
	}
	return count, nil
}
