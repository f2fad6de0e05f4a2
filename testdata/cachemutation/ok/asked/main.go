// Package asked calls a helper that changes a pod in place only if it is asked
// to.
package asked

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
	pod = label(pod, "example.com/managed", "true", false)
	pod = label(pod, "example.com/tier", "web", true)
	_, err = client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}

func label(pod *corev1.Pod, key, value string, inPlace bool) *corev1.Pod {
	if !inPlace {
		pod = pod.DeepCopy()
	}
	pod.Labels[key] = value
	return pod
}
