// Package retry gets from the lister in each attempt, and changes what it gets.
package retry

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/retry"
)

// Sync pauses a pod.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := pods.Pods(key.Namespace).Get(key.Name)
		if err != nil {
			return err
		}
		pod.Annotations["example.com/paused"] = "true" // want `the informer's cache.*\(cachemutation/cached-object\)`
		_, err = client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
		return err
	})
}
