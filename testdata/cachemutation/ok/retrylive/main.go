// Package retrylive has the lister's object at first, and after a conflict what
// the server returns. It copies the one and need not copy the other.
package retrylive

import (
	"context"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/retry"
)

// Sync pauses a pod.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	pod = pod.DeepCopy()
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod.Annotations["example.com/paused"] = "true"
		_, updateErr := client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
		if apierrors.IsConflict(updateErr) {
			live, err := client.CoreV1().Pods(pod.Namespace).Get(ctx, pod.Name, metav1.GetOptions{})
			if err != nil {
				return err
			}
			pod = live
		}
		return updateErr
	})
}
