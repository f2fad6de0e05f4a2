// Package notastart has a type with a method Start that starts a worker and
// not the factory which the type holds too.
package notastart

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

type worker struct {
	factory informers.SharedInformerFactory
	jobs    chan func()
}

// Start lets the worker take jobs.
func (w *worker) Start(stop <-chan struct{}) {
	go func() {
		for {
			select {
			case job := <-w.jobs:
				job()
			case <-stop:
				return
			}
		}
	}()
}

func (w *worker) pods() corelisters.PodLister { return w.factory.Core().V1().Pods().Lister() }

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	w := &worker{factory: informers.NewSharedInformerFactory(client, 0), jobs: make(chan func())}
	w.Start(ctx.Done())
	lister := w.pods()
	w.factory.Start(ctx.Done())
	w.factory.WaitForCacheSync(ctx.Done())
	pods, err := lister.List(labels.Everything())
	return len(pods), err
}
