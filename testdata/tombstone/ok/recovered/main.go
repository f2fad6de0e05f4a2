// Package recovered catches the panic of its assertion, and goes by the tombstone's key.
package recovered

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { view.Set(obj.(*corev1.Pod).Name, "") },
		DeleteFunc: func(obj any) {
			defer func() {
				if recover() == nil {
					return
				}
				if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
					_, name, _ := strings.Cut(tombstone.Key, "/")
					view.Remove(name)
				}
			}()
			view.Remove(obj.(*corev1.Pod).Name)
		},
	})
	return view, err
}
