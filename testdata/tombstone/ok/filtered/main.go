// Package filtered has filters that know tombstones, or that have no Delete behind them.
package filtered

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	_, err := informer.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			switch o := obj.(type) {
			case *corev1.Pod:
				return !o.Spec.HostNetwork
			case cache.DeletedFinalStateUnknown:
				// What it holds may be stale: let Delete find out.
				return true
			}
			return false
		},
		Handler: cache.ResourceEventHandlerFuncs{
			AddFunc: func(obj any) { view.Set(obj.(*corev1.Pod).Name, "") },
			DeleteFunc: func(obj any) {
				switch o := obj.(type) {
				case *corev1.Pod:
					view.Remove(o.Name)
				case cache.DeletedFinalStateUnknown:
					if pod, ok := o.Obj.(*corev1.Pod); ok {
						view.Remove(pod.Name)
					}
				}
			},
		},
	})
	if err != nil {
		return nil, err
	}
	// Nothing is lost here.
	_, err = informer.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool {
			_, ok := obj.(*corev1.Pod)
			return ok
		},
		Handler: cache.ResourceEventHandlerFuncs{
			AddFunc: func(obj any) { view.Set(obj.(*corev1.Pod).Name, "") },
		},
	})
	return view, err
}
