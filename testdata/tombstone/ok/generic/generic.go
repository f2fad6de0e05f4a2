// Package generic leaves assertions to helpers that have the type as a parameter.
package generic

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

var view = apiserver.NewView()

func add(obj any) { view.Set(must[*corev1.Pod](obj).Name, "") }

// Unwrapped asks for a tombstone first.
func Unwrapped(informer cache.SharedIndexInformer) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: add, DeleteFunc: func(obj any) {
		if tombstone, ok := as[cache.DeletedFinalStateUnknown](obj); ok {
			obj = tombstone.Obj
		}
		view.Remove(must[*corev1.Pod](obj).Name)
	}})
	return err
}

// Tried asks for a pod first.
func Tried(informer cache.SharedIndexInformer) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: add, DeleteFunc: func(obj any) {
		pod, ok := as[*corev1.Pod](obj)
		if !ok {
			tombstone, ok := as[cache.DeletedFinalStateUnknown](obj)
			if !ok {
				return
			}
			if pod, ok = as[*corev1.Pod](tombstone.Obj); !ok {
				return
			}
		}
		view.Remove(pod.Name)
	}})
	return err
}

// Either leaves both to a literal in a helper.
func Either(informer cache.SharedIndexInformer) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: add, DeleteFunc: func(obj any) {
		if pod, ok := either[*corev1.Pod](obj); ok {
			view.Remove(pod.Name)
		}
	}})
	return err
}

func as[T any](obj any) (T, bool) {
	t, ok := obj.(T)
	return t, ok
}

func must[T any](obj any) T { return obj.(T) }

func either[T any](obj any) (T, bool) {
	open := func() (T, bool) {
		if tombstone, ok := as[cache.DeletedFinalStateUnknown](obj); ok {
			return as[T](tombstone.Obj)
		}
		return as[T](obj)
	}
	return open()
}
