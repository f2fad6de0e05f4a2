// Package refilled fills from the lister what the handler fills, after the wait
// and before it says that it is synced.
package refilled

import (
	"context"
	"sync"
	"sync/atomic"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// A Tracker knows the names of pods.
type Tracker struct {
	informer cache.SharedIndexInformer
	lister   corelisters.PodLister
	ready    atomic.Bool
	mu       sync.Mutex
	names    map[string]bool
}

// NewTracker tracks pods.
func NewTracker(factory informers.SharedInformerFactory) *Tracker {
	pods := factory.Core().V1().Pods()
	t := &Tracker{informer: pods.Informer(), lister: pods.Lister(), names: make(map[string]bool)}
	t.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: t.add})
	return t
}

func (t *Tracker) add(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		t.put(pod)
	}
}

func (t *Tracker) put(pod *corev1.Pod) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.names[pod.Name] = true
}

// Fill fills the tracker from the lister.
func (t *Tracker) Fill(ctx context.Context) bool {
	if !cache.WaitForCacheSync(ctx.Done(), t.informer.HasSynced) {
		return false
	}
	pods, err := t.lister.List(labels.Everything())
	if err != nil {
		return false
	}
	for _, pod := range pods {
		t.put(pod)
	}
	t.ready.Store(true)
	return t.Has("till")
}

// HasSynced reports whether the tracker has been filled.
func (t *Tracker) HasSynced() bool { return t.ready.Load() }

// Has reports whether there is a pod of a name.
func (t *Tracker) Has(name string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.names[name]
}

// Run counts the pods that the tracker knows of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	tracker := NewTracker(factory)
	factory.Start(ctx.Done())
	if !tracker.Fill(ctx) {
		return 0, ctx.Err()
	}
	return 1, nil
}
