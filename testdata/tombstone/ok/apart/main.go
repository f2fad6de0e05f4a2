// Package apart calls functions of a package that knows no tombstones, and needs
// none: what it hands over is an object, or the error is no reason to leave.
package apart

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"

	"example.com/informers/apiserver"
	"example.com/informers/tombstone/keyed/names"
)

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	_, err := informer.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			name, err := names.Of(obj)
			return err != nil || name.Namespace != "kube-system"
		},
		Handler: cache.ResourceEventHandlerFuncs{
			AddFunc: func(obj any) { view.Set(obj.(*corev1.Pod).Name, "") },
			DeleteFunc: func(obj any) {
				klog.InfoS("gone", "object", names.Text(obj))
				if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
					obj = tombstone.Obj
				}
				if name, err := names.Of(obj); err == nil {
					view.Remove(name.Name)
				}
			},
		},
	})
	return view, err
}
