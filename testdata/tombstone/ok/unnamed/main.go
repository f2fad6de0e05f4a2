// Package unnamed goes on without a name where a helper finds none in a tombstone: it
// compares what it keeps with what there is.
package unnamed

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { view.Set(nameOf(obj), "") },
		DeleteFunc: func(obj any) {
			name := nameOf(obj)
			if name != "" {
				view.Remove(name)
				return
			}
			there := make(map[string]bool)
			for _, obj := range informer.GetStore().List() {
				there[nameOf(obj)] = true
			}
			for _, name := range view.Entries() {
				if !there[name] {
					view.Remove(name)
				}
			}
		},
	})
	return view, err
}

func nameOf(obj any) (name string) {
	switch obj := obj.(type) {
	case *corev1.Pod:
		name = obj.Name
	case *corev1.Node:
		name = obj.Name
	}
	return name
}
