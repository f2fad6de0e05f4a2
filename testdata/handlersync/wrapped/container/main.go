// Package container has a component whose handler fills a store of another package.
package container

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/handlersync/wrapped/container/store"
)

// A Tracker knows pods.
type Tracker struct {
	informer cache.SharedIndexInformer
	pods     *store.Store
}

// NewTracker tracks the pods of an informer.
func NewTracker(informer cache.SharedIndexInformer) *Tracker {
	tracker := &Tracker{informer: informer, pods: store.New()}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: tracker.add})
	return tracker
}

func (t *Tracker) add(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	time.Sleep(time.Second) // a handler with work to do
	t.pods.Set(pod)
}

// HasSynced reports whether the tracker knows the pods that exist.
func (t *Tracker) HasSynced() bool {
	return t.informer.HasSynced() // want `HasSynced says that Tracker is synced as soon as the informer is.*Tracker.pods.*\(handlersync/state-before-delivered\)`
}

// Has reports whether there is a pod of a name.
func (t *Tracker) Has(name string) bool {
	_, ok := t.pods.Get(name)
	return ok
}

// Run counts the pods that the tracker knows of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	tracker := NewTracker(factory.Core().V1().Pods().Informer())
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), tracker.HasSynced) {
		return 0, ctx.Err()
	}
	if tracker.Has("till") {
		return 1, nil
	}
	return 0, nil
}
