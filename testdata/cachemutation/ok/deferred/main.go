// Package deferred returns a copy: the deferred function puts it into the result.
package deferred

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

func get(pods corelisters.PodLister, key cache.ObjectName) (pod *corev1.Pod, err error) {
	defer func() {
		if err == nil {
			pod = pod.DeepCopy()
		}
	}()
	return pods.Pods(key.Namespace).Get(key.Name)
}

// Sync sets the reason of a pod.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := get(pods, key)
	if err != nil {
		return err
	}
	pod.Status.Reason = "Checked"
	_, err = client.CoreV1().Pods(pod.Namespace).UpdateStatus(ctx, pod, metav1.UpdateOptions{})
	return err
}
