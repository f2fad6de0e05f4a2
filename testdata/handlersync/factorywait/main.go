// Package factorywait waits with the factory and then looks at what the handler
// has put into a register.
package factorywait

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A register keeps names.
type register struct {
	mu    sync.Mutex
	names []string
}

func (r *register) add(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.names = append(r.names, name)
}

func (r *register) all() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.names
}

// Run counts the pods that the handler has seen.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	seen := &register{}
	factory.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				return
			}
			time.Sleep(time.Second) // a handler with work to do
			seen.add(pod.Name)
		},
	})
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done()) // want `this waits for the informer only: the handler that fills register.names .*\(handlersync/state-before-delivered\)`
	return len(seen.all()), nil
}
