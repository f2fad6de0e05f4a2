// Package prefilled lists once before it starts; its handler only keeps up.
package prefilled

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A Tracker knows the names of pods.
type Tracker struct {
	informer cache.SharedIndexInformer
	mu       sync.Mutex
	names    map[string]bool
}

// NewTracker tracks the pods of an informer.
func NewTracker(ctx context.Context, client kubernetes.Interface, informer cache.SharedIndexInformer) (*Tracker, error) {
	tracker := &Tracker{informer: informer, names: make(map[string]bool)}
	pods, err := client.CoreV1().Pods("").List(ctx, metav1.ListOptions{})
	if err != nil {
		return nil, err
	}
	for _, pod := range pods.Items {
		tracker.put(pod.Name)
	}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: tracker.add})
	return tracker, nil
}

func (t *Tracker) add(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		time.Sleep(time.Second) // a handler with work to do
		t.put(pod.Name)
	}
}

func (t *Tracker) put(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.names[name] = true
}

// HasSynced reports whether the tracker keeps up.
func (t *Tracker) HasSynced() bool { return t.informer.HasSynced() }

// Has reports whether there is a pod of a name.
func (t *Tracker) Has(name string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.names[name]
}

// Run counts the pods that the tracker knows of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	tracker, err := NewTracker(ctx, client, factory.Core().V1().Pods().Informer())
	if err != nil {
		return 0, err
	}
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), tracker.HasSynced) {
		return 0, ctx.Err()
	}
	if tracker.Has("till") {
		return 1, nil
	}
	return 0, nil
}
