// Package handedon takes the object out of the tombstone to look at it, and makes the key
// of the tombstone.
package handedon

import (
	corev1 "k8s.io/api/core/v1"
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
		DeleteFunc: c.remove,
	})
	return c.view, err
}

func (c *Controller) remove(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		tombstone, ok := obj.(cache.DeletedFinalStateUnknown)
		if !ok {
			return
		}
		if pod, ok = tombstone.Obj.(*corev1.Pod); !ok {
			return
		}
	}
	if pod.Name == "" {
		return
	}
	c.enqueue(obj, false)
}

func (c *Controller) enqueue(obj any, exists bool) {
	key, err := cache.MetaNamespaceKeyFunc(obj) // want `is recognised, but the object in it does not reach .*\(tombstone/mishandled\)`
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
