// Package split leaves it to a wrapper to notice recreated objects.
package split

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
	"example.com/informers/uidcheck/wrapped/compare"
)

// Watch keeps the UIDs of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view, byUID := apiserver.NewView(), make(map[types.UID]string)
	_, err := informer.AddEventHandler(compare.Splitting(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			pod := obj.(*corev1.Pod)
			byUID[pod.UID] = pod.Name
			view.Set(string(pod.UID), "")
		},
		UpdateFunc: func(_, obj any) {
			pod := obj.(*corev1.Pod)
			byUID[pod.UID] = pod.Name
		},
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				delete(byUID, pod.UID)
				view.Remove(string(pod.UID))
			}
		},
	}))
	return view, err
}
