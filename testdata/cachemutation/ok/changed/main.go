// Package changed changes what a function returns, if that says that it is a
// copy.
package changed

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync labels a pod.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	updated, changed := managed(pod)
	if !changed {
		return nil
	}
	updated.Annotations["example.com/managed-since"] = "today"
	_, err = client.CoreV1().Pods(key.Namespace).Update(ctx, updated, metav1.UpdateOptions{})
	return err
}

// managed returns the pod itself, and false, if it has the label already.
func managed(pod *corev1.Pod) (*corev1.Pod, bool) {
	if pod.Labels["example.com/managed"] != "" {
		return pod, false
	}
	pod = pod.DeepCopy()
	pod.Labels["example.com/managed"] = "true"
	return pod, true
}
