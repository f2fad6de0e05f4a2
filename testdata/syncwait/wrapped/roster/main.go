// Package roster begins its worker, in a method that only reads, before the wait
// in another.
package roster

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type roster struct {
	nodes  corelisters.NodeLister
	synced cache.InformerSynced
	found  chan int
}

func (r *roster) load() {
	r.found <- r.count()
}

func (r *roster) count() int {
	nodes, err := r.nodes.List(labels.Everything())
	if err != nil {
		return 0
	}
	return len(nodes)
}

func (r *roster) wait(ctx context.Context) error {
	if !cache.WaitForCacheSync(ctx.Done(), r.synced) {
		return errors.New("not synced")
	}
	return nil
}

func (r *roster) run(ctx context.Context) error {
	go r.load() // want `\(syncwait/worker-before-wait\)`
	return r.wait(ctx)
}

// Run counts the nodes.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	nodes := factory.Core().V1().Nodes()
	r := &roster{nodes: nodes.Lister(), synced: nodes.Informer().HasSynced, found: make(chan int, 1)}
	factory.Start(ctx.Done())
	if err := r.run(ctx); err != nil {
		return 0, err
	}
	return <-r.found, nil
}
