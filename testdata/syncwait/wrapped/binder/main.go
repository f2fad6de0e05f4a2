// Package binder hands its accessors to a function that keeps them, waits with a
// list that leaves out the nodes, and begins its worker in another function.
package binder

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type binder struct {
	podIndexer cache.Indexer
	nodeLister corelisters.NodeLister
	podSynced  cache.InformerSynced
	nodeSynced cache.InformerSynced
	found      chan int
}

func (b *binder) watchPods(pods coreinformers.PodInformer) {
	b.podIndexer, b.podSynced = pods.Informer().GetIndexer(), pods.Informer().HasSynced
}

func (b *binder) watchNodes(nodes coreinformers.NodeInformer) {
	b.nodeLister, b.nodeSynced = nodes.Lister(), nodes.Informer().HasSynced
}

func (b *binder) run(ctx context.Context) error {
	synced := []cache.InformerSynced{b.podSynced}
	if !cache.WaitForNamedCacheSync("binder", ctx.Done(), synced...) { // want `nothing asks b.nodeSynced.*what reads b.nodeLister may.*\(syncwait/forgotten-synced\)`
		return errors.New("not synced")
	}
	go b.bind()
	return nil
}

func (b *binder) bind() {
	if len(b.podIndexer.List()) == 0 {
		return
	}
	if nodes, err := b.nodeLister.List(labels.Everything()); err == nil {
		b.found <- len(nodes)
	}
}

// Run counts the nodes.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	b := &binder{found: make(chan int, 1)}
	b.watchPods(factory.Core().V1().Pods())
	b.watchNodes(factory.Core().V1().Nodes())
	factory.Start(ctx.Done())
	if err := b.run(ctx); err != nil {
		return 0, err
	}
	select {
	case n := <-b.found:
		return n, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
