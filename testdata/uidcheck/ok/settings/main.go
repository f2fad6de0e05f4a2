// Package settings takes equal generations for no change while it is paused. Nobody pauses
// it after it has begun, and whoever lets it go on has it look at all pods.
package settings

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type keeper struct {
	mu     sync.Mutex
	paused bool
	store  cache.Store
	view   *apiserver.View
}

// Watch keeps the UID of each pod.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	k := &keeper{paused: true, store: informer.GetStore(), view: apiserver.NewView()}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: k.note, UpdateFunc: k.update, DeleteFunc: k.forget})
	k.goOn()
	return k.view, err
}

func (k *keeper) goOn() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.paused = false
	for _, obj := range k.store.List() {
		k.note(obj)
	}
}

func (k *keeper) note(obj any) {
	pod := obj.(*corev1.Pod)
	k.view.Set(pod.Name, string(pod.UID))
}

func (k *keeper) update(old, obj any) {
	k.mu.Lock()
	defer k.mu.Unlock()
	before, pod := old.(*corev1.Pod), obj.(*corev1.Pod)
	if k.paused && before.Generation == pod.Generation {
		return
	}
	k.note(pod)
}

func (k *keeper) forget(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		k.view.Remove(pod.Name)
	}
}
