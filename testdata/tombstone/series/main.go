// Package series ends the metrics of a pod that is gone: nobody else does.
package series

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
	"example.com/informers/tombstone/wrapped/metrics"
)

// Watch keeps a series for each pod.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	pods := &metrics.Pods{View: apiserver.NewView()}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { pods.AddPod(obj.(*corev1.Pod).Name) },
		DeleteFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok { // want `so the deletion is lost.*\(tombstone/dropped\)`
				pods.DeletePod(pod.Name)
			}
		},
	})
	return pods.View, err
}
