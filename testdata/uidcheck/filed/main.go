// Package filed keeps pods by UID, and takes them away by their key.
package filed

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type index struct {
	mu   sync.Mutex
	view *apiserver.View
	pods map[string]string
}

// Watch keeps the UIDs of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	i := &index{view: apiserver.NewView(), pods: make(map[string]string)}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: i.add, UpdateFunc: i.update, DeleteFunc: i.remove})
	return i.view, err
}

func (i *index) add(obj any) {
	pod := obj.(*corev1.Pod)
	i.mu.Lock()
	defer i.mu.Unlock()
	i.pods[string(pod.UID)] = pod.Name
	i.show()
}

func (i *index) remove(obj any) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	delete(i.pods, key) // want `under a different key.*\(uidcheck/wrong-key\)`
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

func (i *index) update(old, obj any) {
	if old.(*corev1.Pod).UID != obj.(*corev1.Pod).UID {
		i.remove(old)
	}
	i.add(obj)
}
