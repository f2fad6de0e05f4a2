// Package rereads keeps pods by UID, and builds its index anew when one has changed.
package rereads

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type index struct {
	mu    sync.Mutex
	view  *apiserver.View
	store cache.Store
	byUID map[types.UID]string
}

// Watch keeps the UIDs of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	i := &index{view: apiserver.NewView(), store: informer.GetStore(), byUID: make(map[types.UID]string)}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: i.add, UpdateFunc: i.update, DeleteFunc: i.remove})
	return i.view, err
}

func (i *index) add(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	i.byUID[pod.UID] = pod.Name
	i.show()
}

func (i *index) update(_, _ any) {
	byUID := make(map[types.UID]string)
	for _, obj := range i.store.List() {
		if pod, ok := obj.(*corev1.Pod); ok {
			byUID[pod.UID] = pod.Name
		}
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	i.byUID = byUID
	i.show()
}

func (i *index) remove(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	delete(i.byUID, pod.UID)
	i.show()
}

// show makes the view of the index. The lock is held.
func (i *index) show() {
	for _, uid := range i.view.Entries() {
		i.view.Remove(uid)
	}
	for uid := range i.byUID {
		i.view.Set(string(uid), "")
	}
}
