// Package convert converts with functions of another package.
package convert

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
	"example.com/informers/tombstone/wrapped/handlers"
)

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			view.Set(obj.(*corev1.Pod).Name, "")
		},
		DeleteFunc: func(obj any) {
			pod, err := handlers.ToPod(obj) // want `handlers\.ToPod\(obj\) expects.*\(tombstone/dropped\)`
			if err != nil {
				return
			}
			view.Remove(pod.Name)
		},
	})
	return view, err
}
