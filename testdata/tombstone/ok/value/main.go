// Package value unwraps, in the ways in which it is done.
package value

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Watch keeps the names of the pods, five times over.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	add := func(obj any) { view.Set(obj.(*corev1.Pod).Name, "") }
	for _, remove := range []func(any){
		func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				view.Remove(pod.Name)
			}
		},
	} {
		if _, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: add, DeleteFunc: remove}); err != nil {
			return nil, err
		}
	}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: add, DeleteFunc: func(obj any) {
		pod, ok := obj.(*corev1.Pod)
		if !ok {
			tombstone, ok := obj.(cache.DeletedFinalStateUnknown)
			if !ok {
				utilruntime.HandleError(fmt.Errorf("neither a pod nor a tombstone: %T", obj))
				return
			}
			if pod, ok = tombstone.Obj.(*corev1.Pod); !ok {
				utilruntime.HandleError(fmt.Errorf("no pod in the tombstone: %T", tombstone.Obj))
				return
			}
		}
		view.Remove(pod.Name)
	}})
	if err != nil {
		return nil, err
	}
	_, err = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: add, DeleteFunc: func(obj any) {
		var pod *corev1.Pod
		switch o := obj.(type) {
		case *corev1.Pod:
			pod = o
		case cache.DeletedFinalStateUnknown:
			pod, _ = o.Obj.(*corev1.Pod)
		}
		if pod == nil {
			return
		}
		view.Remove(pod.Name)
	}})
	if err != nil {
		return nil, err
	}
	_, err = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: add, DeleteFunc: func(obj any) {
		if _, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			// Only the key can be trusted.
			key := obj.(cache.DeletedFinalStateUnknown).Key
			_, name, _ := cache.SplitMetaNamespaceKey(key)
			view.Remove(name)
			return
		}
		view.Remove(obj.(*corev1.Pod).Name)
	}})
	return view, err
}
