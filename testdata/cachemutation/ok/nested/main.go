// Package nested changes what NestedMap has copied out of the lister's object, and
// only looks at what NestedFieldNoCopy has found there.
package nested

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/tools/cache"
)

var pods = corev1.SchemeGroupVersion.WithResource("pods")

// Sync moves a pod to another node.
func Sync(ctx context.Context, client dynamic.Interface, lister cache.GenericLister, key cache.ObjectName) error {
	obj, err := lister.ByNamespace(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	pod := obj.(*unstructured.Unstructured)
	old, _, err := unstructured.NestedFieldNoCopy(pod.Object, "spec", "nodeName")
	if err != nil {
		return err
	}
	spec, found, err := unstructured.NestedMap(pod.Object, "spec")
	if err != nil || !found {
		return err
	}
	spec["nodeName"] = "node-2"
	pod = pod.DeepCopy()
	content := pod.UnstructuredContent()
	content["spec"] = spec
	pod.SetLabels(map[string]string{"example.com/from": old.(string)})
	_, err = client.Resource(pods).Namespace(key.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}
