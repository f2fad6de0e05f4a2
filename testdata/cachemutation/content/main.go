// Package content changes the content of the lister's object.
package content

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/tools/cache"
)

var pods = corev1.SchemeGroupVersion.WithResource("pods")

// Sync takes the status of a pod away.
func Sync(ctx context.Context, client dynamic.Interface, lister cache.GenericLister, key cache.ObjectName) error {
	obj, err := lister.ByNamespace(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	pod := obj.(*unstructured.Unstructured)
	content := pod.UnstructuredContent()
	delete(content, "status") // want `the informer's cache.*\(cachemutation/cached-object\)`
	_, err = client.Resource(pods).Namespace(key.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}
