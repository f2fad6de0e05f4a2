// Package rebuilt enqueues keys, without a look at the error, and its worker looks at
// all pods whatever the key is.
package rebuilt

import (
	"sync"

	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Controller keeps the names of the pods.
type Controller struct {
	pods corelisters.PodLister
	keys chan string
	wake func()
	one  sync.Mutex // one worker at a time, or two wait for the same last key
	view *apiserver.View
}

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	c := &Controller{pods: corelisters.NewPodLister(informer.GetIndexer()), keys: make(chan string, 16), view: apiserver.NewView()}
	c.wake = func() { go c.next() }
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    c.enqueue,
		UpdateFunc: func(_, obj any) { c.enqueue(obj) },
		DeleteFunc: c.enqueue,
	})
	return c.view, err
}

func (c *Controller) enqueue(obj any) {
	defer c.wake()
	key, _ := cache.MetaNamespaceKeyFunc(obj)
	c.keys <- key
}

func (c *Controller) next() {
	c.one.Lock()
	defer c.one.Unlock()
	for len(c.keys) > 0 {
		<-c.keys
		c.rebuild()
	}
}

func (c *Controller) rebuild() {
	pods, err := c.pods.List(labels.Everything())
	if err != nil {
		return
	}
	for _, name := range c.view.Entries() {
		c.view.Remove(name)
	}
	for _, pod := range pods {
		c.view.Set(pod.Name, "")
	}
}
