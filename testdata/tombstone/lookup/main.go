// Package lookup enqueues keys, and its worker does nothing for a pod that is
// gone: not to hear of it does next to no harm.
package lookup

import (
	"sync"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Controller keeps the names of all pods that it has seen.
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
	key, err := cache.MetaNamespaceKeyFunc(obj) // want `the impact is small, since next does nothing for an object that is gone; use DeletionHandlingMetaNamespaceKeyFunc \(tombstone/key-func\)`
	if err != nil {
		return
	}
	c.keys <- key
}

func (c *Controller) next() {
	c.one.Lock()
	defer c.one.Unlock()
	for len(c.keys) > 0 {
		if err := c.sync(<-c.keys); err != nil {
			utilruntime.HandleError(err)
		}
	}
}

func (c *Controller) sync(key string) error {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return err
	}
	pod, err := c.pods.Pods(namespace).Get(name)
	if apierrors.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	c.view.Set(pod.Name, "")
	return nil
}
