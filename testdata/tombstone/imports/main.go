// Package imports has its handlers in a file that does not import client-go's
// cache.
package imports

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/klog/v2"

	"example.com/informers/apiserver"
)

type keeper struct{ view *apiserver.View }

func (k *keeper) add(obj any) {
	k.view.Set(obj.(*corev1.Pod).Name, "")
}

func (k *keeper) remove(obj any) {
	pod, ok := obj.(*corev1.Pod) // want `\(tombstone/dropped\)`
	if !ok {
		klog.Errorf("not a pod: %T", obj)
		return
	}
	k.view.Remove(pod.Name)
}
