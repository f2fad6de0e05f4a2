// Package filled waits for lists that are filled: through a pointer, by a literal
// without keys, by a method; and for one that is empty where nothing is read.
package filled

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type pointed struct {
	pods   corelisters.PodLister
	synced []cache.InformerSynced
}

type positional struct {
	pods   corelisters.PodLister
	synced []cache.InformerSynced
}

type appended struct {
	pods   corelisters.PodLister
	synced []cache.InformerSynced
}

type idle struct {
	pods   corelisters.PodLister
	synced []cache.InformerSynced
}

func fill(list *[]cache.InformerSynced, synced cache.InformerSynced) { *list = append(*list, synced) }

func (a *appended) add(synced cache.InformerSynced) { a.synced = append(a.synced, synced) }

func (i *idle) ready(ctx context.Context) bool {
	return cache.WaitForCacheSync(ctx.Done(), i.synced...) && i.pods != nil
}

// Run counts the pods in three ways.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	synced := pods.Informer().HasSynced

	p := &pointed{pods: pods.Lister()}
	fill(&p.synced, synced)
	q := &positional{pods.Lister(), []cache.InformerSynced{synced}}
	a := &appended{pods: pods.Lister()}
	a.add(synced)
	i := &idle{pods: pods.Lister()}
	factory.Start(ctx.Done())

	if !i.ready(ctx) || !cache.WaitForCacheSync(ctx.Done(), p.synced...) || !cache.WaitForCacheSync(ctx.Done(), q.synced...) || !cache.WaitForCacheSync(ctx.Done(), a.synced...) {
		return 0, errors.New("not synced")
	}
	least := -1
	for _, lister := range []corelisters.PodLister{p.pods, q.pods, a.pods} {
		list, err := lister.List(labels.Everything())
		if err != nil {
			return 0, err
		}
		if least < 0 || len(list) < least {
			least = len(list)
		}
	}
	return least, nil
}
