// Package observed remembers what it has observed of each pod under its name, in a
// sync.Map and a helper, and only Delete takes it away. Its queue works on a key at
// once.
package observed

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type observation struct {
	generation int64
	host       bool
}

type reconciler struct {
	pods  cache.Store
	queue func(key string)
	view  *apiserver.View

	mu       sync.Mutex
	observed sync.Map // of observations, by namespace and name
}

// Watch keeps the UID of each pod.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	r := &reconciler{pods: informer.GetStore(), view: apiserver.NewView()}
	r.queue = r.sync
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    r.enqueue,
		UpdateFunc: func(before, _ any) { r.enqueue(before) }, // want `\(uidcheck/generation-remembered\)`
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				r.forget(pod)
			}
		},
	})
	return r.view, err
}

func (r *reconciler) forget(pod *corev1.Pod) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.observed.Delete(pod.Namespace + "/" + pod.Name)
	r.view.Remove(pod.Name)
}

func (r *reconciler) enqueue(obj any) {
	if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil {
		r.queue(key)
	}
}

func (r *reconciler) sync(key string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	obj, exists, err := r.pods.GetByKey(key)
	if err != nil || !exists {
		return
	}
	pod := obj.(*corev1.Pod)
	if r.known(key, pod) {
		return
	}
	r.observed.Store(key, observation{pod.Generation, pod.Spec.HostNetwork})
	r.view.Set(pod.Name, string(pod.UID))
}

func (r *reconciler) known(key string, pod *corev1.Pod) bool {
	v, ok := r.observed.Load(key)
	if !ok {
		return false
	}
	last := v.(observation)
	return last.generation == pod.GetGeneration() && last.host == pod.Spec.HostNetwork
}
