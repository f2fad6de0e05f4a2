// Package reassigned creates the pod if there is none, and changes what the
// server returns then.
package reassigned

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync makes sure that there is a pod.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if apierrors.IsNotFound(err) {
		pod = &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name}}
		pod.Labels = map[string]string{"app": "web"}
		pod, err = client.CoreV1().Pods(key.Namespace).Create(ctx, pod, metav1.CreateOptions{})
		if err != nil {
			return err
		}
		pod.Status.Phase = corev1.PodPending
		_, err = client.CoreV1().Pods(key.Namespace).UpdateStatus(ctx, pod, metav1.UpdateOptions{})
		return err
	}
	if err != nil {
		return err
	}
	if pod.Labels["app"] == "" {
		return fmt.Errorf("pod %s belongs to somebody else", key)
	}
	return nil
}
