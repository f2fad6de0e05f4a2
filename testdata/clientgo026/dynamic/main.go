// Package dynamic asks a dynamic factory for a second resource after Start.
package dynamic

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
)

// Run counts the nodes.
func Run(ctx context.Context, client dynamic.Interface) (int, error) {
	factory := dynamicinformer.NewDynamicSharedInformerFactory(client, 0)
	factory.ForResource(schema.GroupVersionResource{Version: "v1", Resource: "pods"})
	factory.Start(ctx.Done()) // want `\(startorder/late-registration\)`
	factory.WaitForCacheSync(ctx.Done())
	nodes := factory.ForResource(schema.GroupVersionResource{Version: "v1", Resource: "nodes"})
	found, err := nodes.Lister().List(labels.Everything())
	return len(found), err
}
