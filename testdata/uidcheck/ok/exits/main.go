// Package exits ends the process if the one pod that it looks at has changed in
// a way that matters: the next process begins anew.
package exits

import (
	"os"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"

	"example.com/informers/apiserver"
)

// Watch ends the process if a pod gets another address.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		UpdateFunc: func(old, obj any) {
			before, pod := old.(*corev1.Pod), obj.(*corev1.Pod)
			if before.Status.PodIP != pod.Status.PodIP {
				klog.InfoS("another address", "pod", klog.KObj(pod))
				os.Exit(1)
			}
		},
	})
	return view, err
}
