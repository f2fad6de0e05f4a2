// Package otherkey keeps pods by UID, and takes one whose deletion it has missed away
// by name.
package otherkey

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type index struct {
	mu   sync.Mutex
	view *apiserver.View
	pods map[string]*corev1.Pod
}

// Watch keeps the UIDs of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	i := &index{view: apiserver.NewView(), pods: make(map[string]*corev1.Pod)}
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
	i.pods[string(pod.UID)] = pod
	i.show()
}

func (i *index) update(old, obj any) {
	if before, ok := old.(*corev1.Pod); ok && before.UID != obj.(*corev1.Pod).UID {
		i.remove(old)
	}
	i.add(obj)
}

func (i *index) remove(obj any) {
	switch obj := obj.(type) {
	case cache.DeletedFinalStateUnknown:
		i.drop(obj.Key) // want `is recognised, but i.drop\(obj.Key\) uses a different key than for an object, .*: its entry stays in .*\(tombstone/mishandled\)`
	case *corev1.Pod:
		i.drop(string(obj.UID))
	}
}

func (i *index) drop(key string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	delete(i.pods, key)
	i.show()
}

// show makes the view of the index. The lock is held.
func (i *index) show() {
	for _, uid := range i.view.Entries() {
		i.view.Remove(uid)
	}
	for uid := range i.pods {
		i.view.Set(uid, "")
	}
}
