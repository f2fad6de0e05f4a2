// Package layers puts several functions around its Delete handler in a loop; one of
// them unwraps tombstones.
package layers

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"

	"example.com/informers/apiserver"
)

func logged(next func(any)) func(any) {
	return func(obj any) {
		klog.Infof("%T", obj)
		next(obj)
	}
}

func unwrapped(next func(any)) func(any) {
	return func(obj any) {
		if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			obj = tombstone.Obj
		}
		next(obj)
	}
}

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	remove := func(obj any) { view.Remove(obj.(*corev1.Pod).Name) }
	for _, layer := range []func(func(any)) func(any){logged, unwrapped} {
		remove = layer(remove)
	}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { view.Set(obj.(*corev1.Pod).Name, "") },
		DeleteFunc: remove,
	})
	return view, err
}
