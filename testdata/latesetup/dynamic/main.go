// Package dynamic asks a dynamic factory twice for the informer of pods, and
// sets the transform of the second answer when the first one runs.
package dynamic

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
)

var pods = schema.GroupVersionResource{Version: "v1", Resource: "pods"}

// Run counts the pods that went through the transform.
func Run(ctx context.Context, client dynamic.Interface) (int, error) {
	factory := dynamicinformer.NewDynamicSharedInformerFactory(client, 0)
	lister := factory.ForResource(pods).Lister()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	factory.ForResource(pods).Informer().SetTransform(mark) // want `\(latesetup/late-transform\)`
	list, err := lister.List(labels.Everything())
	n := 0
	for _, obj := range list {
		if obj.(*unstructured.Unstructured).GetAnnotations()["small"] == "yes" {
			n++
		}
	}
	return n, err
}

// mark shows that a pod went through the transform.
func mark(obj any) (any, error) {
	if pod, ok := obj.(*unstructured.Unstructured); ok {
		pod.SetAnnotations(map[string]string{"small": "yes"})
	}
	return obj, nil
}
