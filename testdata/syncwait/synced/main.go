// Package synced keeps the HasSynced of its informers in fields, and forgets to
// give them to the wait.
package synced

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type queue struct {
	pods       corelisters.PodLister
	podsSynced cache.InformerSynced
}

func newQueue(factory informers.SharedInformerFactory) *queue {
	pods := factory.Core().V1().Pods()
	return &queue{pods: pods.Lister(), podsSynced: pods.Informer().HasSynced}
}

func (q *queue) run(ctx context.Context) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done()) { // want `\(syncwait/nothing-awaited\)`
		return 0, ctx.Err()
	}
	pods, err := q.pods.List(labels.Everything())
	return len(pods), err
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	q := newQueue(factory)
	factory.Start(ctx.Done())
	return q.run(ctx)
}
