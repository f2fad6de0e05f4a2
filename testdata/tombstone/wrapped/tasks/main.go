// Package tasks pushes what is to be done as a function that keeps the object.
package tasks

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// A queue runs what it gets, some time.
type queue interface{ push(task func() error) }

// A direct queue runs its tasks at once.
type direct struct{ failed int }

func (d *direct) push(task func() error) {
	if task() != nil {
		d.failed++
	}
}

// Controller keeps the names of the pods.
type Controller struct {
	tasks queue
	view  *apiserver.View
}

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	c := &Controller{tasks: new(direct), view: apiserver.NewView()}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			c.tasks.push(func() error { return c.handle(obj, false) })
		},
		DeleteFunc: func(obj any) {
			c.tasks.push(func() error { return c.handle(obj, true) }) // want `not what c.handle\(obj, true\) expects, so the deletion is lost.*\(tombstone/dropped\)`
		},
	})
	return c.view, err
}

func (c *Controller) handle(obj any, deleted bool) error {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return fmt.Errorf("%T is no pod", obj)
	}
	if deleted {
		c.view.Remove(pod.Name)
	} else {
		c.view.Set(pod.Name, "")
	}
	return nil
}
