// Package notfound passes over generations that it has seen under a pod's name, and
// forgets them only where the pod is not found. Its queue works on a key at once.
package notfound

import (
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type controller struct {
	pods  cache.Store
	queue func(key string)
	view  *apiserver.View

	mu   sync.Mutex
	seen map[string]int64
}

// Watch keeps the UID of each pod.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	c := &controller{pods: informer.GetStore(), view: apiserver.NewView(), seen: make(map[string]int64)}
	c.queue = c.sync
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.added, UpdateFunc: c.updated, DeleteFunc: c.deleted})
	return c.view, err
}

func (c *controller) added(obj any) { c.enqueue(obj.(*corev1.Pod)) }

func (c *controller) updated(old, obj any) { // want `sync forgets it only where the object is not found.*\(uidcheck/generation-remembered\)`
	pod := obj.(*corev1.Pod)
	c.enqueue(pod)
}

func (c *controller) deleted(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	c.enqueue(pod)
}

func (c *controller) enqueue(pod *corev1.Pod) { c.queue(pod.Namespace + "/" + pod.Name) }

func (c *controller) sync(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	obj, exists, err := c.pods.GetByKey(key)
	if err != nil {
		return
	}
	if !exists {
		_, name, _ := strings.Cut(key, "/")
		delete(c.seen, name)
		c.view.Remove(name)
		return
	}
	pod := obj.(*corev1.Pod)
	if last, ok := c.seen[pod.Name]; ok && pod.Generation <= last {
		return // nothing new
	}
	c.seen[pod.Name] = pod.Generation
	c.show(pod)
}

func (c *controller) show(pod *corev1.Pod) { c.view.Set(pod.Name, string(pod.UID)) }
