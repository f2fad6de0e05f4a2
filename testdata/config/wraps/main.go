// Package wraps registers handlers through something that cannot be seen,
// which .informerlint.yaml says only wraps them.
package wraps

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// A Wrapper puts something around handlers.
type Wrapper interface {
	Wrap(h cache.ResourceEventHandler) cache.ResourceEventHandler
	Other(h cache.ResourceEventHandler) cache.ResourceEventHandler
}

// Wrapped panics on a tombstone.
func Wrapped(informer cache.SharedIndexInformer, w Wrapper, deleted func(*corev1.Pod)) error {
	_, err := informer.AddEventHandler(w.Wrap(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			deleted(obj.(*corev1.Pod)) // want `\(tombstone/unchecked-assertion\)`
		},
	}))
	return err
}

// Unknown may be right: the wrapper may open tombstones.
func Unknown(informer cache.SharedIndexInformer, w Wrapper, deleted func(*corev1.Pod)) error {
	_, err := informer.AddEventHandler(w.Other(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			deleted(obj.(*corev1.Pod))
		},
	}))
	return err
}
