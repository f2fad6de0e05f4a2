// Package tasks pushes functions, and each of them knows what it gets.
package tasks

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
	"example.com/informers/tombstone/wrapped/handlers"
)

// A queue runs what it gets, some time.
type queue interface{ push(task func()) }

type direct struct{}

func (direct) push(task func()) { task() }

// Controller keeps the names of the pods.
type Controller struct {
	tasks queue
	view  *apiserver.View
}

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	c := &Controller{tasks: direct{}, view: apiserver.NewView()}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { c.tasks.push(func() { c.handle(obj, "added") }) },
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			c.tasks.push(func() { c.view.Remove(obj.(*corev1.Pod).Name) })
			c.tasks.push(func() { c.handle(obj, "deleted") })
		},
	})
	if err != nil {
		return nil, err
	}
	return c.view, handlers.Each(informer, c.onEvent)
}

// handle asserts what it can only get from Add, and looks at what it gets from
// Delete.
func (c *Controller) handle(obj any, kind string) {
	switch kind {
	case "added":
		c.view.Set(obj.(*corev1.Pod).Name, "")
	case "deleted":
		pod, ok := obj.(*corev1.Pod)
		if !ok {
			if tombstone, isOne := obj.(cache.DeletedFinalStateUnknown); isOne {
				pod, ok = tombstone.Obj.(*corev1.Pod)
			}
		}
		if ok {
			c.view.Remove(pod.Name)
		}
	}
}

func (c *Controller) onEvent(obj any, kind string) error {
	switch kind {
	case handlers.Added:
		c.handle(obj, "added")
	case handlers.Deleted:
		c.handle(obj, "deleted")
	}
	return nil
}
