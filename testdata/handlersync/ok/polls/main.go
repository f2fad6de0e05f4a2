// Package polls asks the informer in a poll, and what the handler has seen as well.
package polls

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/wait"
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

func (t *Tracker) known() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.names)
}

// caughtUp is asked until it says yes.
func (t *Tracker) caughtUp(context.Context) (bool, error) {
	if !t.informer.HasSynced() {
		return false, nil
	}
	return t.known() == len(t.informer.GetStore().ListKeys()), nil
}

// Run counts the pods that the tracker knows of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	tracker := &Tracker{informer: factory.Core().V1().Pods().Informer(), names: make(map[string]bool)}
	tracker.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: tracker.add})
	factory.Start(ctx.Done())
	if err := wait.PollUntilContextCancel(ctx, 100*time.Millisecond, true, tracker.caughtUp); err != nil {
		return 0, err
	}
	return tracker.known(), nil
}
