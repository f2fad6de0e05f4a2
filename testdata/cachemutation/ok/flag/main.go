// Package flag copies when it changes something for the first time.
package flag

import (
	"context"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

const finalizer = "example.com/cleanup"

// Sync gives a pod its label and finalizer.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	copied := false
	if pod.Labels["example.com/managed"] == "" {
		pod, copied = pod.DeepCopy(), true
		pod.Labels["example.com/managed"] = "true"
	}
	if !slices.Contains(pod.Finalizers, finalizer) {
		if !copied {
			pod, copied = pod.DeepCopy(), true
		}
		pod.Finalizers = append(pod.Finalizers, finalizer)
	}
	if !copied {
		return nil
	}
	_, err = client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}
