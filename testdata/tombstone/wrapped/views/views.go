// Package views has handlers that others register.
package views

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Keys keeps keys of pods.
type Keys struct{ View *apiserver.View }

// Seen is for pods that there are.
func (k *Keys) Seen(obj any) { k.View.Set(key(obj.(*corev1.Pod)), "") }

// Gone is for pods that are gone.
func (k *Keys) Gone(obj any) { k.View.Remove(key(obj.(*corev1.Pod))) }

func key(pod *corev1.Pod) string {
	key, err := cache.MetaNamespaceKeyFunc(pod)
	if err != nil {
		return ""
	}
	return key
}

// Object is what was deleted, also if the watch missed it.
func Object(obj any) any {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		return tombstone.Obj
	}
	return obj
}
