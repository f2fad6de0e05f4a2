// Package inplace deletes in place from a slice of the lister's object, which
// keeps its length.
package inplace

import (
	"context"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync removes a finalizer.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if apierrors.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	updated := *pod
	updated.Finalizers = slices.DeleteFunc(pod.Finalizers, func(f string) bool { return f == "example.com/address" }) // want `the informer's cache.*\(cachemutation/cached-object\)`
	_, err = client.CoreV1().Pods(pod.Namespace).Update(ctx, &updated, metav1.UpdateOptions{})
	return err
}
