// Package poller counts in a goroutine that a helper begins, and waits for the
// caches only then.
package poller

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type poller struct {
	lister corelisters.PodLister
	synced cache.InformerSynced
	counts chan int
}

func newPoller(factory informers.SharedInformerFactory) *poller {
	pods := factory.Core().V1().Pods()
	return &poller{lister: pods.Lister(), synced: pods.Informer().HasSynced, counts: make(chan int, 1)}
}

func (p *poller) count() {
	pods, err := p.lister.List(labels.Everything())
	if err == nil {
		p.counts <- len(pods)
	}
}

func (p *poller) run(ctx context.Context) error {
	go func() { // want `\(syncwait/worker-before-wait\)`
		p.count()
	}()
	if !cache.WaitForCacheSync(ctx.Done(), p.synced) {
		return errors.New("not synced")
	}
	return nil
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	p := newPoller(factory)
	factory.Start(ctx.Done())
	if err := p.run(ctx); err != nil {
		return 0, err
	}
	return <-p.counts, nil
}
