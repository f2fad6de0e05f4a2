// Package bykey keeps the factories of its clusters in members of a map, behind a
// lock, and takes one by its name after all of them were started.
package bykey

import (
	"context"
	"fmt"
	"sync"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type member struct {
	client  kubernetes.Interface
	factory informers.SharedInformerFactory
}

type fleet struct {
	mu      sync.RWMutex
	members map[string]*member
}

func newFleet(clients map[string]kubernetes.Interface) *fleet {
	f := &fleet{members: make(map[string]*member)}
	for name, client := range clients {
		f.members[name] = &member{client: client, factory: informers.NewSharedInformerFactory(client, 0)}
	}
	return f
}

func (f *fleet) run(ctx context.Context) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	for _, m := range f.members {
		m.factory.Start(ctx.Done())
	}
}

func (f *fleet) pods(name string) (listers.PodLister, cache.InformerSynced, error) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	m, ok := f.members[name]
	if !ok {
		return nil, nil, fmt.Errorf("%s is not a member", name)
	}
	pods := m.factory.Core().V1().Pods()
	return pods.Lister(), pods.Informer().HasSynced, nil
}

// Run counts the pods of the first cluster.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	f := newFleet(map[string]kubernetes.Interface{"first": client, "second": client})
	f.run(ctx) // want `\(startorder/late-registration\)`
	lister, synced, err := f.pods("first")
	if err != nil {
		return 0, err
	}
	if !cache.WaitForCacheSync(ctx.Done(), synced) {
		return 0, ctx.Err()
	}
	pods, err := lister.List(labels.Everything())
	return len(pods), err
}
