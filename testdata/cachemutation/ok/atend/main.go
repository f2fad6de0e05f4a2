// Package atend notes at its end how the work went, in the copy that it has made
// by then: where it returns before, there is nothing to note.
package atend

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync checks a pod.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) (err error) {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	idle := pod.Annotations["example.com/idle"] == "true"
	defer func() {
		if !idle {
			return
		}
		pod.Annotations["example.com/checked"] = "true"
		_, err = client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	}()
	if !idle {
		return nil
	}
	pod = pod.DeepCopy()
	pod.Labels["example.com/idle"] = "true"
	return nil
}
