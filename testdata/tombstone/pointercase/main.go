// Package pointercase has a case for a pointer to a tombstone.
package pointercase

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			view.Set(obj.(*corev1.Pod).Name, "")
		},
		DeleteFunc: func(obj any) {
			switch o := obj.(type) {
			case *corev1.Pod:
				view.Remove(o.Name)
			case *cache.DeletedFinalStateUnknown: // want `never matches: .*\(tombstone/pointer-assertion\)`
				// The last state that is known.
				if pod, ok := o.Obj.(*corev1.Pod); ok {
					view.Remove(pod.Name)
				}
			}
		},
	})
	return view, err
}
