// Package indexes keeps pods by UID, and the UIDs by name: what it takes away it
// finds by the name.
package indexes

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type index struct {
	mu     sync.Mutex
	view   *apiserver.View
	byUID  map[string]string
	byName map[string]string
}

// Watch keeps the UIDs of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	i := &index{view: apiserver.NewView(), byUID: make(map[string]string), byName: make(map[string]string)}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: i.add, UpdateFunc: i.update, DeleteFunc: i.remove})
	return i.view, err
}

func (i *index) add(obj any) {
	pod := obj.(*corev1.Pod)
	i.mu.Lock()
	defer i.mu.Unlock()
	i.byUID[string(pod.UID)] = pod.Name
	i.byName[pod.Name] = string(pod.UID)
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
	delete(i.byUID, i.byName[pod.Name])
	delete(i.byName, pod.Name)
	i.show()
}

// show makes the view of the index. The lock is held.
func (i *index) show() {
	for _, uid := range i.view.Entries() {
		i.view.Remove(uid)
	}
	for uid := range i.byUID {
		i.view.Set(uid, "")
	}
}

func (i *index) update(old, obj any) {
	if old.(*corev1.Pod).UID != obj.(*corev1.Pod).UID {
		i.remove(old)
	}
	i.add(obj)
}
