// Package unlabelled takes the labels of an unstructured object away, which an
// accessor hands out.
package unlabelled

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/tools/cache"
)

var pods = corev1.SchemeGroupVersion.WithResource("pods")

// Sync takes a pod out of its service.
func Sync(ctx context.Context, client dynamic.Interface, lister cache.GenericLister, key cache.ObjectName) error {
	pod, err := find(lister, key)
	if err != nil {
		return err
	}
	set := pod.GetLabels() // a copy
	delete(set, "app")
	pod.SetLabels(set) // want `the informer's cache.*\(cachemutation/cached-object\)`
	_, err = client.Resource(pods).Namespace(key.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}

func find(lister cache.GenericLister, key cache.ObjectName) (*unstructured.Unstructured, error) {
	obj, err := lister.ByNamespace(key.Namespace).Get(key.Name)
	if err != nil {
		return nil, err
	}
	return obj.(*unstructured.Unstructured), nil
}
