// Package unfinalize takes its finalizer out of those of the lister's object.
package unfinalize

import (
	"context"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

const finalizer = "example.com/address"

// Sync removes the finalizer when the address is free.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if apierrors.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	var kept []string
	for _, f := range pod.Finalizers {
		if f != finalizer {
			kept = append(kept, f)
		}
	}
	pod.Finalizers = kept // want `the informer's cache.*\(cachemutation/cached-object\)`
	_, err = client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}
