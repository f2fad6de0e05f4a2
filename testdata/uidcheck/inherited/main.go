// Package inherited keeps the UID of each pod, by name: a recreated
// pod gets the entry of the old one.
package inherited

import (
	"fmt"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type key struct{ namespace, name string }

func keyOf(pod *corev1.Pod) key { return key{pod.Namespace, pod.Name} }

type clock struct {
	mu   sync.Mutex
	seen sync.Map
	view *apiserver.View
}

// Watch keeps the UID of each pod as it was first seen.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	c := &clock{view: apiserver.NewView()}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			pod := obj.(*corev1.Pod)
			c.seen.LoadOrStore(keyOf(pod), string(pod.UID))
			c.show()
		},
		UpdateFunc: func(_, obj any) {
			pod := obj.(*corev1.Pod)
			c.seen.LoadOrStore(keyOf(pod), string(pod.UID)) // want `the new object inherits the old one's.*\(uidcheck/entry-inherited\)`
			c.show()
		},
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				c.seen.Delete(keyOf(pod))
				c.show()
			}
		},
	})
	return c.view, err
}

func (c *clock) show() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.view.Entries() {
		c.view.Remove(e)
	}
	c.seen.Range(func(k, uid any) bool {
		c.view.Set(fmt.Sprint(uid), "")
		return true
	})
}
