// Package rangevalue changes the variable of a loop, which has a copy of the
// container.
package rangevalue

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync creates a twin of a pod with pinned images.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	twin := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: pod.Name + "-twin"}}
	for _, c := range pod.Spec.Containers {
		c.Image += "@sha256:0123"
		c.Env = nil
		twin.Spec.Containers = append(twin.Spec.Containers, c)
	}
	_, err = client.CoreV1().Pods(twin.Namespace).Create(ctx, twin, metav1.CreateOptions{})
	return err
}
