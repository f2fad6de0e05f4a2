// Package nowork logs and counts deletions: that is no loss.
package nowork

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"

	"example.com/informers/apiserver"
)

// Watch keeps the names of all pods that ever were.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { view.Set(obj.(*corev1.Pod).Name, "") },
		DeleteFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				klog.V(2).InfoS("gone", "pod", klog.KObj(pod))
			}
		},
	})
	return view, err
}
