// Package queued has a queue for what is added and one for what is deleted, and
// only the worker of the second one expects tombstones. A third one has both,
// and says which is which.
package queued

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// An event says what happened to an object.
type event struct {
	kind string
	obj  any
}

// Controller keeps the names of the pods.
type Controller struct {
	added, deleted chan any
	events         chan event
	wake           func()
	one            sync.Mutex // one worker at a time, or two wait for the same last object
	view           *apiserver.View
}

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	c := &Controller{added: make(chan any, 16), deleted: make(chan any, 16), events: make(chan event, 16), view: apiserver.NewView()}
	c.wake = func() { go c.next() }
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    c.add,
		UpdateFunc: func(_, obj any) { c.add(obj) },
		DeleteFunc: func(obj any) {
			c.deleted <- obj
			c.events <- event{"deleted", obj}
			c.wake()
		},
	})
	return c.view, err
}

func (c *Controller) add(obj any) {
	c.added <- obj
	c.events <- event{"added", obj}
	c.wake()
}

// next takes what there is.
func (c *Controller) next() {
	c.one.Lock()
	defer c.one.Unlock()
	for len(c.added) > 0 {
		c.nextAdded()
	}
	for len(c.deleted) > 0 {
		c.nextDeleted()
	}
	for len(c.events) > 0 {
		c.nextEvent()
	}
}

func (c *Controller) nextAdded() { c.view.Set((<-c.added).(*corev1.Pod).Name, "") }

func (c *Controller) nextDeleted() {
	obj := <-c.deleted
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		c.view.Remove(pod.Name)
	}
}

func (c *Controller) nextEvent() {
	switch e := <-c.events; e.kind {
	case "added":
		c.view.Set(e.obj.(*corev1.Pod).Name, "")
	case "deleted":
		if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(e.obj); err == nil {
			_, name, _ := cache.SplitMetaNamespaceKey(key)
			c.view.Remove(name)
		}
	}
}
