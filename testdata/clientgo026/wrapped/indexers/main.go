// Package indexers hides its informer in a type, whose methods run it and add an
// index, in this order.
package indexers

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type pods struct{ informer cache.SharedIndexInformer }

func (p *pods) start(ctx context.Context) bool {
	go p.informer.Run(ctx.Done())
	return cache.WaitForCacheSync(ctx.Done(), p.informer.HasSynced)
}

func (p *pods) index() {
	p.informer.AddIndexers(cache.Indexers{"name": byName})
}

func byName(obj interface{}) ([]string, error) { return []string{obj.(*corev1.Pod).Name}, nil }

// Run counts the pods of the index.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	p := &pods{informer: informers.NewSharedInformerFactory(client, 0).Core().V1().Pods().Informer()}
	if !p.start(ctx) {
		return 0, ctx.Err()
	}
	p.index() // want `\(latesetup/late-indexers\)`
	list, err := p.informer.GetIndexer().ByIndex("name", "till")
	return len(list), err
}
