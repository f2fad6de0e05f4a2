// Package once starts a factory when it is asked for, and has registered what it
// needs before. Another one is started once by each of two holders: what the
// first has registered meanwhile is started by the second.
package once

import (
	"context"
	"sync"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

type holder struct {
	once    sync.Once
	factory informers.SharedInformerFactory
}

func (h *holder) informers(ctx context.Context) informers.SharedInformerFactory {
	h.once.Do(func() { h.factory.Start(ctx.Done()) })
	return h.factory
}

// Run counts the pods, twice.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	h := &holder{factory: informers.NewSharedInformerFactory(client, 0)}
	pods := h.factory.Core().V1().Pods().Lister()
	h.informers(ctx).WaitForCacheSync(ctx.Done())
	if found, err := pods.List(labels.Everything()); err != nil || len(found) == 0 {
		return 0, err
	}

	factory := informers.NewSharedInformerFactory(client, 0)
	first, second := &holder{factory: factory}, &holder{factory: factory}
	pods = first.informers(ctx).Core().V1().Pods().Lister()
	second.informers(ctx).WaitForCacheSync(ctx.Done())
	found, err := pods.List(labels.Everything())
	return len(found), err
}
