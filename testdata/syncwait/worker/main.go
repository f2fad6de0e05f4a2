// Package worker begins to work before its caches are synced.
package worker

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

type worker struct {
	pods corelisters.PodLister
	seen chan int
}

func (w *worker) work() {
	pods, _ := w.pods.List(labels.Everything())
	w.seen <- len(pods)
}

// Run counts the pods in a goroutine.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	w := &worker{pods: factory.Core().V1().Pods().Lister(), seen: make(chan int, 1)}
	go w.work() // want `\(syncwait/worker-before-wait\)`
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	return <-w.seen, nil
}
