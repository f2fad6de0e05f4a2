// Package asked has a HasSynced that also looks at what the handler fills.
package asked

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A Tracker knows a pod.
type Tracker struct {
	informer cache.SharedIndexInformer
	mu       sync.Mutex
	pod      *corev1.Pod
}

// NewTracker tracks the only pod of an informer.
func NewTracker(informer cache.SharedIndexInformer) *Tracker {
	tracker := &Tracker{informer: informer}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: tracker.add})
	return tracker
}

func (t *Tracker) add(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	time.Sleep(time.Second) // a handler with work to do
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pod = pod.DeepCopy()
}

// Pod returns the pod.
func (t *Tracker) Pod() *corev1.Pod {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.pod
}

// HasSynced reports whether the tracker knows the pod: its handler may come
// later than the informer.
func (t *Tracker) HasSynced() bool {
	if t.informer == nil {
		return false
	}
	return t.informer.HasSynced() && t.Pod() != nil
}

// Has reports whether there is a pod of a name.
func (t *Tracker) Has(name string) bool { return t.Pod() != nil && t.Pod().Name == name }

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
