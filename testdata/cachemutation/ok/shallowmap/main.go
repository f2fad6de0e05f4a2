// Package shallowmap copies the structure, gives it a map of its own and
// changes that.
package shallowmap

import (
	"context"

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
	updated := *pod
	updated.Labels = make(map[string]string, len(pod.Labels)+1)
	for k, v := range pod.Labels {
		updated.Labels[k] = v
	}
	updated.Labels["example.com/managed"] = "true"
	_, err = client.CoreV1().Pods(updated.Namespace).Update(ctx, &updated, metav1.UpdateOptions{})
	return err
}
