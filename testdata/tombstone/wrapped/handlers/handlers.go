// Package handlers registers handlers for others.
package handlers

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// Informer is what handlers are added to.
type Informer = cache.SharedIndexInformer

// Set is a handler in the words of this project.
type Set struct {
	FilterFn func(obj any) bool
	AddFn    func(obj any)
	DeleteFn func(obj any)
}

// Register gives the handlers to an informer.
func (s *Set) Register(informer cache.SharedIndexInformer) error {
	funcs := cache.ResourceEventHandlerFuncs{AddFunc: s.AddFn, DeleteFunc: s.DeleteFn}
	if s.FilterFn == nil {
		_, err := informer.AddEventHandler(funcs)
		return err
	}
	_, err := informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: s.FilterFn, Handler: funcs})
	return err
}

// New makes a handler of two functions.
func New(add, remove func(obj any)) cache.ResourceEventHandler {
	return &cache.ResourceEventHandlerFuncs{AddFunc: add, DeleteFunc: remove}
}

// Unwrapping makes a handler that calls remove with what is in a tombstone.
func Unwrapping(add, remove func(obj any)) cache.ResourceEventHandler {
	return &cache.ResourceEventHandlerFuncs{AddFunc: add, DeleteFunc: func(obj any) {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			obj = tombstone.Obj
		}
		remove(obj)
	}}
}

// ToPod is a pod, or an error.
func ToPod(obj any) (*corev1.Pod, error) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return nil, fmt.Errorf("%T is no pod", obj)
	}
	return pod, nil
}

// Pod is a pod, also that in a tombstone.
func Pod(obj any) *corev1.Pod {
	switch o := obj.(type) {
	case *corev1.Pod:
		return o
	case cache.DeletedFinalStateUnknown:
		pod, _ := o.Obj.(*corev1.Pod)
		return pod
	}
	return nil
}

// MustPod is a pod, or the end.
func MustPod(obj any) *corev1.Pod { return obj.(*corev1.Pod) }

// What Each tells its function.
const (
	Added   = "added"
	Updated = "updated"
	Deleted = "deleted"
)

// Each gives all notifications of an informer to one function.
func Each(informer cache.SharedIndexInformer, fn func(obj any, kind string) error) error {
	handle := func(obj any, kind string) {
		if err := fn(obj, kind); err != nil {
			klog.ErrorS(err, "not handled", "kind", kind)
		}
	}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { handle(obj, Added) },
		UpdateFunc: func(_, obj any) { handle(obj, Updated) },
		DeleteFunc: func(obj any) { handle(obj, Deleted) },
	})
	return err
}
