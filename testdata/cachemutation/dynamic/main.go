// Package dynamic sets a field of an unstructured object that a dynamic
// informer holds.
package dynamic

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/tools/cache"
)

var pods = corev1.SchemeGroupVersion.WithResource("pods")

// Sync sets the priority class of a pod.
func Sync(ctx context.Context, client dynamic.Interface, lister cache.GenericLister, key cache.ObjectName) error {
	obj, err := lister.ByNamespace(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	pod, ok := obj.(*unstructured.Unstructured)
	if !ok {
		return nil
	}
	if err := unstructured.SetNestedField(pod.Object, "high", "spec", "priorityClassName"); err != nil { // want `the informer's cache.*\(cachemutation/cached-object\)`
		return err
	}
	_, err = client.Resource(pods).Namespace(key.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}
