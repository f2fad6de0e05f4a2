// Package behind keeps an index by UID behind an interface that others may
// implement, and gives it both objects: it compares their UIDs.
package behind

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// A Store keeps pods.
type Store interface {
	Set(pod *corev1.Pod)
	Change(before, pod *corev1.Pod)
	Remove(pod *corev1.Pod)
}

type index struct {
	mu    sync.Mutex
	view  *apiserver.View
	byUID map[types.UID]string
}

func newStore(view *apiserver.View) Store {
	return &index{view: view, byUID: make(map[types.UID]string)}
}

func (i *index) Set(pod *corev1.Pod) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.byUID[pod.UID] = pod.Name
	i.show()
}

func (i *index) Change(before, pod *corev1.Pod) {
	if before.UID != pod.UID {
		i.Remove(before)
	}
	i.Set(pod)
}

func (i *index) Remove(pod *corev1.Pod) {
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

type watcher struct{ pods Store }

// Watch keeps the UIDs of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	w := &watcher{newStore(view)}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: w.add, UpdateFunc: w.update, DeleteFunc: w.remove})
	return view, err
}

func (w *watcher) add(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	w.pods.Set(pod)
}

func (w *watcher) update(old, obj any) {
	before, ok := old.(*corev1.Pod)
	if !ok {
		return
	}
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	w.pods.Change(before, pod)
}

func (w *watcher) remove(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	w.pods.Remove(pod)
}
