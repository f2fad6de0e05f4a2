// Package tracked keeps the UIDs of pods in a set, and lets none stay there.
package tracked

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type tracker struct {
	mu   sync.Mutex
	view *apiserver.View
	live sets.Set[types.UID]
}

// Watch keeps the UIDs of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	t := &tracker{view: apiserver.NewView(), live: sets.New[types.UID]()}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: t.add, UpdateFunc: t.update, DeleteFunc: t.remove})
	return t.view, err
}

func (t *tracker) add(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		t.track(pod)
	}
}

func (t *tracker) track(pod *corev1.Pod) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.live.Insert(pod.UID)
	t.show()
}

func (t *tracker) remove(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.live.Delete(pod.UID)
	t.show()
}

// show makes the view of the set. The lock is held.
func (t *tracker) show() {
	for _, uid := range t.view.Entries() {
		t.view.Remove(uid)
	}
	for _, uid := range t.live.UnsortedList() {
		t.view.Set(string(uid), "")
	}
}

func (t *tracker) update(old, obj any) {
	before, pod := old.(*corev1.Pod), obj.(*corev1.Pod)
	if before.UID != pod.UID {
		t.remove(before)
	}
	t.track(pod)
}
