// Package opens opens tombstones in a way that cannot be seen, which
// .informerlint.yaml declares.
package opens

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

// An Opener returns the object of a tombstone, and other objects as they are.
type Opener interface {
	Open(obj any) any
	Close(obj any) any
}

// Opened is right.
func Opened(informer cache.SharedIndexInformer, o Opener, deleted func(*corev1.Pod)) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if pod, ok := o.Open(obj).(*corev1.Pod); ok {
				deleted(pod)
			}
		},
	})
	return err
}

// Wrong opens it too late.
func Wrong(informer cache.SharedIndexInformer, o Opener, deleted func(*corev1.Pod)) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			deleted(obj.(*corev1.Pod)) // want `\(tombstone/unchecked-assertion\)`
			o.Open(obj)
		},
	})
	return err
}
