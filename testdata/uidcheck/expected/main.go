// Package expected keeps what it expects to see under a pod's name, and waits for it.
// What is seen counts for the pod's UID only, and only a pod that is not found makes
// it forget. Its queue works on a key at once.
package expected

import (
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type expectations struct {
	mu sync.Mutex
	of map[string]int
}

func (e *expectations) ExpectCreations(key string, n int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.of[key] = n
}

func (e *expectations) CreationObserved(key string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.of[key] > 0 {
		e.of[key]--
	}
}

func (e *expectations) SatisfiedExpectations(key string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.of[key] == 0
}

func (e *expectations) DeleteExpectations(key string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.of, key)
}

type controller struct {
	pods     cache.Store
	queue    func(key string)
	view     *apiserver.View
	expected *expectations
}

// Watch keeps the UID of each pod.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	c := &controller{pods: informer.GetStore(), view: apiserver.NewView(), expected: &expectations{of: make(map[string]int)}}
	c.queue = c.sync
	if _, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.added, UpdateFunc: c.updated, DeleteFunc: c.deleted}); err != nil {
		return nil, err
	}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.childAdded, UpdateFunc: func(any, any) {}})
	return c.view, err
}

func (c *controller) added(obj any) { c.enqueue(obj.(*corev1.Pod)) }

func (c *controller) updated(old, obj any) { // want `the old one's expectations stay.*\(uidcheck/expectations-remembered\)`
	pod := obj.(*corev1.Pod)
	c.enqueue(pod)
}

func (c *controller) deleted(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		c.enqueue(pod)
	}
}

// childAdded looks for the pod that a pod was made for.
func (c *controller) childAdded(obj any) {
	pod := obj.(*corev1.Pod)
	if name := pod.Labels["owner"]; name != "" {
		key := pod.Namespace + "/" + name
		if c.owns(key, types.UID(pod.Labels["owner-uid"])) {
			c.expected.CreationObserved(key)
		}
	}
}

func (c *controller) owns(key string, uid types.UID) bool {
	obj, exists, err := c.pods.GetByKey(key)
	if err != nil || !exists {
		return false
	}
	return obj.(*corev1.Pod).UID == uid
}

func (c *controller) enqueue(pod *corev1.Pod) { c.queue(pod.Namespace + "/" + pod.Name) }

func (c *controller) sync(key string) {
	_, name, _ := strings.Cut(key, "/")
	obj, exists, err := c.pods.GetByKey(key)
	if err != nil {
		return
	}
	if !exists {
		c.expected.DeleteExpectations(key)
		c.view.Remove(name)
		return
	}
	if c.expected.SatisfiedExpectations(key) {
		c.expected.ExpectCreations(key, 1)
		c.view.Set(name, string(obj.(*corev1.Pod).UID))
	}
}
