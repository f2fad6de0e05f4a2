// Package firstwrite copies a pod when it is first written: as long as it is the one
// of the cache, a function replaces it.
package firstwrite

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

func labelled(pods corelisters.PodLister, key cache.ObjectName, want map[string]string) (*corev1.Pod, error) {
	cached, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return nil, err
	}
	pod := cached
	writable := func() *corev1.Pod {
		if pod == cached {
			pod = cached.DeepCopy()
		}
		return pod
	}
	for name, value := range want {
		if pod.Labels[name] != value {
			writable().Labels[name] = value
		}
	}
	return pod, nil
}

// Sync labels a pod.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := labelled(pods, key, map[string]string{"example.com/checked": "true", "example.com/by": "sync"})
	if err != nil {
		return err
	}
	_, err = client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}
