// Package getlabels changes the labels that an unstructured object returns:
// they are a copy.
package getlabels

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/tools/cache"
)

var pods = corev1.SchemeGroupVersion.WithResource("pods")

// Sync labels a pod.
func Sync(ctx context.Context, client dynamic.Interface, lister cache.GenericLister, key cache.ObjectName) error {
	obj, err := lister.ByNamespace(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	pod, ok := obj.(*unstructured.Unstructured)
	if !ok {
		return nil
	}
	set := pod.GetLabels()
	set["example.com/managed"] = "true"
	spec, _, err := unstructured.NestedMap(pod.Object, "spec") // a copy as well
	if err != nil {
		return err
	}
	spec["priorityClassName"] = "high"

	updated := pod.DeepCopy()
	updated.SetLabels(set)
	if err := unstructured.SetNestedMap(updated.Object, spec, "spec"); err != nil {
		return err
	}
	_, err = client.Resource(pods).Namespace(key.Namespace).Update(ctx, updated, metav1.UpdateOptions{})
	return err
}
