// Package wrongkey keeps pods by UID, and takes them away by name.
package wrongkey

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
	byUID map[types.UID]string
}

// Watch keeps the UIDs of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	i := &index{view: apiserver.NewView(), byUID: make(map[types.UID]string)}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: i.add, UpdateFunc: i.update, DeleteFunc: i.remove})
	return i.view, err
}

func (i *index) add(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	i.set(pod)
}

func (i *index) set(pod *corev1.Pod) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.byUID[pod.UID] = pod.Name
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
	delete(i.byUID, types.UID(pod.Name)) // want `under a different key.*\(uidcheck/wrong-key\)`
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

func (i *index) update(old, obj any) {
	before, pod := old.(*corev1.Pod), obj.(*corev1.Pod)
	if before.UID != pod.UID {
		i.remove(before)
	}
	i.set(pod)
}
