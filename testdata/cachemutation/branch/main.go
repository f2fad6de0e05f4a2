// Package branch copies the object only if it has to add a finalizer.
package branch

import (
	"context"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

const finalizer = "example.com/volume"

// Sync adds the finalizer and a label.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	if !slices.Contains(pod.Finalizers, finalizer) {
		pod = pod.DeepCopy()
		pod.Finalizers = append(pod.Finalizers, finalizer)
	}
	pod.Labels["example.com/managed"] = "true" // want `the informer's cache.*\(cachemutation/cached-object\)`
	_, err = client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}
