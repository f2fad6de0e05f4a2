// Package seen remembers generations with the UIDs that they belong to. Its queue
// works on a key at once.
package seen

import (
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type state struct {
	uid        types.UID
	generation int64
}

type controller struct {
	pods  cache.Store
	queue func(key string)
	view  *apiserver.View

	mu   sync.Mutex
	seen map[string]state
}

// Watch keeps the UID of each pod.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	c := &controller{pods: informer.GetStore(), view: apiserver.NewView(), seen: make(map[string]state)}
	c.queue = c.sync
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    c.enqueue,
		UpdateFunc: func(_, obj any) { c.enqueue(obj) },
		DeleteFunc: c.enqueue,
	})
	return c.view, err
}

func (c *controller) enqueue(obj any) {
	if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
		c.queue(key)
	}
}

func (c *controller) sync(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	obj, exists, err := c.pods.GetByKey(key)
	if err != nil {
		return
	}
	if !exists {
		_, name, _ := strings.Cut(key, "/")
		delete(c.seen, key)
		c.view.Remove(name)
		return
	}
	pod := obj.(*corev1.Pod)
	last, ok := c.seen[key]
	if ok && last.uid == pod.UID && pod.Generation <= last.generation {
		return // nothing new
	}
	c.seen[key] = state{pod.UID, pod.Generation}
	c.view.Set(pod.Name, string(pod.UID))
}
