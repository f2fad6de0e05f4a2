// Package untold starts something for each pod, and has no Update function: a pod
// that takes another one's place is told of to nobody.
package untold

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type runner struct {
	mu      sync.Mutex
	view    *apiserver.View
	running map[types.UID]*task
}

type task struct{ uid string }

// Watch runs a task for each pod.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	r := &runner{view: apiserver.NewView(), running: make(map[types.UID]*task)}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: r.start, DeleteFunc: r.stop}) // want `without an Update function.*untold.runner.running stays.*\(uidcheck/uid-keyed-state\)`
	return r.view, err
}

func (r *runner) start(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.running[pod.UID] = &task{string(pod.UID)}
	r.view.Set(string(pod.UID), "")
}

func (r *runner) stop(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	t, ok := r.running[pod.UID]
	if !ok {
		return
	}
	delete(r.running, pod.UID)
	r.view.Remove(t.uid)
}
