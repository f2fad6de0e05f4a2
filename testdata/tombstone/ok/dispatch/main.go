// Package dispatch does something else for a tombstone than for a pod.
package dispatch

import (
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
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				resync(informer, view)
				return
			}
			view.Remove(pod.Name)
		},
	})
	return view, err
}

// resync drops what the store does not have.
func resync(informer cache.SharedIndexInformer, view *apiserver.View) {
	for _, name := range view.Entries() {
		if _, exists, _ := informer.GetStore().GetByKey("default/" + name); !exists {
			view.Remove(name)
			view.Set("swept", "yes")
			view.Remove("swept")
		}
	}
}
