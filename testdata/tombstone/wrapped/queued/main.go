// Package queued puts the object into an item of a queue, as it came, and the
// worker asserts its type.
package queued

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// An event says what happened to an object.
type event struct {
	old, obj any
}

// Controller keeps the names of the pods.
type Controller struct {
	events chan *event
	wake   func()
	one    sync.Mutex // held by the worker that handles an event: they are handled in their order
	view   *apiserver.View
}

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	c := &Controller{events: make(chan *event, 16), view: apiserver.NewView()}
	c.wake = func() { go c.next() }
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    c.added,
		UpdateFunc: func(_, obj any) { c.added(obj) },
		DeleteFunc: c.deleted,
	})
	return c.view, err
}

func (c *Controller) added(obj any) {
	c.events <- &event{obj: obj}
	c.wake()
}

func (c *Controller) deleted(obj any) {
	c.events <- &event{old: obj} // want `which sync does not expect, so .* \(tombstone/dropped\)`
	c.wake()
}

// next handles one event.
func (c *Controller) next() {
	c.one.Lock()
	defer c.one.Unlock()
	c.sync(<-c.events)
}

func (c *Controller) sync(e *event) {
	if e.old != nil {
		pod, ok := e.old.(*corev1.Pod)
		if !ok {
			return
		}
		c.view.Remove(pod.Name)
		return
	}
	c.view.Set(e.obj.(*corev1.Pod).Name, "")
}
