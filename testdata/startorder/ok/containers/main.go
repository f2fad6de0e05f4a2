// Package containers keeps structures that hold a factory and a lister, by value, in
// maps, slices and channels, and starts the factory of what it takes out there.
package containers

import (
	"context"
	"sync"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
)

type entry struct {
	factory informers.SharedInformerFactory
	pods    listers.PodLister
}

func newEntry(client kubernetes.Interface) entry {
	factory := informers.NewSharedInformerFactory(client, 0)
	return entry{factory, factory.Core().V1().Pods().Lister()}
}

func (e entry) count(ctx context.Context) int {
	e.factory.WaitForCacheSync(ctx.Done())
	pods, err := e.pods.List(labels.Everything())
	if err != nil {
		return 0
	}
	return len(pods)
}

// byName ranges over a map's values, and takes one out by its name.
func byName(ctx context.Context, client kubernetes.Interface) int {
	all := map[string]entry{"shop": newEntry(client), "other": newEntry(client)}
	for _, e := range all {
		e.factory.Start(ctx.Done())
	}
	return all["shop"].count(ctx)
}

// received starts what a goroutine has made.
func received(ctx context.Context, client kubernetes.Interface) int {
	made := make(chan struct{ entry entry }, 1)
	go func() { made <- struct{ entry entry }{newEntry(client)} }()
	e := (<-made).entry
	e.factory.Start(ctx.Done())
	return e.count(ctx)
}

// copied starts the elements of a copy.
func copied(ctx context.Context, client kubernetes.Interface) int {
	all := map[string][]entry{}
	all["shop"] = append(all["shop"], newEntry(client))
	list := make([]entry, 1)
	copy(list, all["shop"])
	e := list[0]
	e.factory.Start(ctx.Done())
	return e.count(ctx)
}

// stored starts what is behind an interface that is not followed.
func stored(ctx context.Context, client kubernetes.Interface) int {
	var all sync.Map
	all.Store("shop", newEntry(client))
	found, _ := all.Load("shop")
	e := found.(entry)
	e.factory.Start(ctx.Done())
	return e.count(ctx)
}

// Run counts the pod, in each way.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	return byName(ctx, client) * received(ctx, client) * copied(ctx, client) * stored(ctx, client), nil
}
