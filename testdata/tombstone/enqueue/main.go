// Package enqueue has one function that makes keys for all three notifications.
package enqueue

import (
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Controller keeps the keys of the pods.
type Controller struct{ view *apiserver.View }

// Watch keeps the keys of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	c := &Controller{apiserver.NewView()}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { c.enqueue(obj, true) },
		UpdateFunc: func(_, obj any) { c.enqueue(obj, true) },
		DeleteFunc: func(obj any) { c.enqueue(obj, false) },
	})
	return c.view, err
}

func (c *Controller) enqueue(obj any, exists bool) {
	key, err := cache.MetaNamespaceKeyFunc(obj) // want `\(tombstone/key-func\)`
	if err != nil {
		utilruntime.HandleError(err)
		return
	}
	if exists {
		c.view.Set(key, "")
	} else {
		c.view.Remove(key)
	}
}
