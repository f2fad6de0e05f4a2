// Package reporter runs a reporter in a goroutine, which asks the factory for
// its lister there, and starts the factory beside it.
package reporter

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type reporter struct {
	factory informers.SharedInformerFactory
	counts  chan int
}

func newReporter(factory informers.SharedInformerFactory) *reporter {
	return &reporter{factory: factory, counts: make(chan int, 1)}
}

func (r *reporter) run(ctx context.Context) {
	pods := r.factory.Core().V1().Pods()
	lister, synced := pods.Lister(), pods.Informer().HasSynced
	if !cache.WaitForCacheSync(ctx.Done(), synced) {
		return
	}
	if found, err := lister.List(labels.Everything()); err == nil {
		r.counts <- len(found)
	}
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	r := newReporter(factory)
	go r.run(ctx) // want `r.run, in a goroutine, registers the Pod informer \(main.go:26\) while factory.Start \(main.go:40\) runs: if Start wins, that informer is never started, and its lister stays empty; register before the goroutine, or start the factory again after the registration \(startorder/concurrent-registration\)`
	factory.Start(ctx.Done())

	select {
	case count := <-r.counts:
		return count, nil
	case <-ctx.Done():
		return 0, fmt.Errorf("pods: %w", ctx.Err())
	}
}
