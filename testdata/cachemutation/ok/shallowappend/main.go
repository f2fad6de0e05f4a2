// Package shallowappend appends to a slice of a copied structure: the lister's
// object does not see the new element.
package shallowappend

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync adds a finalizer.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	updated := *pod
	updated.Finalizers = append(updated.Finalizers, "example.com/cleanup")
	_, err = client.CoreV1().Pods(updated.Namespace).Update(ctx, &updated, metav1.UpdateOptions{})
	return err
}
