// Package shallowfield copies the structure and sets fields of its own.
package shallowfield

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync creates a twin of a pod on any node.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	twin := *pod
	twin.Name += "-twin"
	twin.UID, twin.ResourceVersion = "", ""
	twin.Spec.NodeName = ""
	twin.Status = corev1.PodStatus{Phase: corev1.PodPending}
	_, err = client.CoreV1().Pods(twin.Namespace).Create(ctx, &twin, metav1.CreateOptions{})
	return err
}
