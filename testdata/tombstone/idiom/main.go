// Package idiom has one handler that is right and shows how the file names tombstones.
package idiom

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"

	"example.com/informers/apiserver"
)

// Watch keeps the names of the pods, and which have been seen to go.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view, gone := apiserver.NewView(), apiserver.NewView()
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if stale, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = stale.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				gone.Set(pod.Name, "")
			}
		},
	})
	if err != nil {
		return nil, err
	}
	_, err = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			view.Set(obj.(*corev1.Pod).Name, "")
		},
		DeleteFunc: func(obj any) {
			switch o := obj.(type) {
			case *corev1.Pod: // want `\(tombstone/dropped\)`
				view.Remove(o.Name)
			default:
				klog.Infof("unexpected %T", obj)
			}
		},
	})
	return view, err
}
