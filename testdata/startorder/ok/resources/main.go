// Package resources registers a list of resources on a dynamic factory before
// Start, and looks one of them up by its name after it.
package resources

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
)

var (
	pods  = schema.GroupVersionResource{Version: "v1", Resource: "pods"}
	nodes = schema.GroupVersionResource{Version: "v1", Resource: "nodes"}
)

// Run counts pods and nodes.
func Run(ctx context.Context, client dynamic.Interface) (int, error) {
	factory := dynamicinformer.NewFilteredDynamicSharedInformerFactory(client, 0, "", nil)
	for _, resource := range []schema.GroupVersionResource{pods, nodes} {
		factory.ForResource(resource)
	}
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())

	some, err := factory.ForResource(pods).Lister().List(labels.Everything())
	if err != nil {
		return 0, err
	}
	more, err := factory.ForResource(nodes).Lister().List(labels.Everything())
	return len(some) * len(more), err
}
