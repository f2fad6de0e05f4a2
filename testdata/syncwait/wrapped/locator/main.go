// Package locator has a method that waits, and says for what nowhere.
package locator

import (
	"context"
	"errors"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type locator struct {
	informer cache.SharedIndexInformer
}

func (l *locator) start(stop <-chan struct{}) error {
	go l.informer.Run(stop)
	if !cache.WaitForNamedCacheSync("locator", stop) { // want `\(syncwait/nothing-awaited\)`
		return errors.New("the pods did not sync")
	}
	return nil
}

func (l *locator) pods() []any { return l.informer.GetStore().List() }

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	l := &locator{informer: factory.Core().V1().Pods().Informer()}
	if err := l.start(ctx.Done()); err != nil {
		return 0, err
	}
	return len(l.pods()), nil
}
