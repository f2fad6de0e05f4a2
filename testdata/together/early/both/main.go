// Package both is package early with both mends: it waits for a registration that
// only comes when the wait is over.
package both

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A Tracker knows the names of pods.
type Tracker struct {
	informer     cache.SharedIndexInformer
	mu           sync.Mutex
	names        map[string]bool
	registration cache.ResourceEventHandlerRegistration
}

func (t *Tracker) add(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	time.Sleep(time.Second) // a handler with work to do
	t.mu.Lock()
	defer t.mu.Unlock()
	t.names[pod.Name] = true
}

// HasSynced reports whether the tracker knows the pods that exist.
func (t *Tracker) HasSynced() bool {
	return t.registration != nil && t.registration.HasSynced()
}

// Has reports whether there is a pod of a name.
func (t *Tracker) Has(name string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.names[name]
}

// Run counts the pods that the tracker knows of, if there are nodes at all.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	t := &Tracker{informer: factory.Core().V1().Pods().Informer(), names: make(map[string]bool)}
	nodes := factory.Core().V1().Nodes()
	lister, synced := nodes.Lister(), nodes.Informer().HasSynced
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), synced, t.HasSynced) {
		return 0, ctx.Err()
	}
	if _, err := lister.List(labels.Everything()); err != nil {
		return 0, err
	}
	t.registration, _ = t.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: t.add})
	if t.Has("till") {
		return 1, nil
	}
	return 0, nil
}
