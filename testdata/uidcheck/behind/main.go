// Package behind keeps an index by UID behind an interface that nobody else can
// implement. It gets both objects and looks at the new one.
package behind

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type store interface {
	set(pod *corev1.Pod)
	change(before, pod *corev1.Pod)
	remove(pod *corev1.Pod)
}

type index struct {
	mu    sync.Mutex
	view  *apiserver.View
	byUID map[types.UID]string
}

func newStore(view *apiserver.View) store {
	return &index{view: view, byUID: make(map[types.UID]string)}
}

func (i *index) set(pod *corev1.Pod) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.byUID[pod.UID] = pod.Name
	i.show()
}

func (i *index) change(_, pod *corev1.Pod) {
	i.set(pod)
}

func (i *index) remove(pod *corev1.Pod) {
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

type watcher struct{ pods store }

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
	w.pods.set(pod)
}

func (w *watcher) update(old, obj any) { // want `\(uidcheck/uid-keyed-state\)`
	before, ok := old.(*corev1.Pod)
	if !ok {
		return
	}
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	w.pods.change(before, pod)
}

func (w *watcher) remove(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	w.pods.remove(pod)
}
