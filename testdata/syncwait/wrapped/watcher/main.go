// Package watcher reads a store as soon as its informer is started.
package watcher

import (
	"context"
	"errors"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type watcher struct {
	pods  cache.SharedIndexInformer
	found int
}

func newWatcher(client kubernetes.Interface) *watcher {
	factory := informers.NewSharedInformerFactory(client, 0)
	return &watcher{pods: factory.Core().V1().Pods().Informer()}
}

func (w *watcher) run(ctx context.Context) error {
	go w.pods.Run(ctx.Done())

	w.found = len(w.pods.GetStore().List()) // want `\(syncwait/read-before-wait\)`
	if w.found == 0 {
		return errors.New("there are no pods")
	}
	return nil
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	w := newWatcher(client)
	err := w.run(ctx)
	return w.found, err
}
