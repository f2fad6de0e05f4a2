// Package kinds has one function for all notifications, which is told by a
// constant which one it gets.
package kinds

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
	"example.com/informers/tombstone/wrapped/handlers"
)

// Controller keeps the names of the pods.
type Controller struct{ view *apiserver.View }

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	c := &Controller{apiserver.NewView()}
	return c.view, handlers.Each(informer, c.onEvent)
}

func (c *Controller) onEvent(obj any, kind string) error {
	pod, ok := obj.(*corev1.Pod) // want `so the deletion is lost.*\(tombstone/dropped\)`
	if !ok {
		return fmt.Errorf("%T is no pod", obj)
	}
	if kind == handlers.Deleted {
		c.view.Remove(pod.Name)
	} else {
		c.view.Set(pod.Name, "")
	}
	return nil
}
