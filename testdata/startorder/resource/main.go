// Package resource watches a resource that only its configuration knows, and
// starts its factory before it has asked for anything.
package resource

import (
	"context"
	"os"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
)

func configured() schema.GroupVersionResource {
	if name := os.Getenv("WATCHED_RESOURCE"); name != "" {
		return schema.GroupVersionResource{Version: "v1", Resource: name}
	}
	return schema.GroupVersionResource{Version: "v1", Resource: "pods"}
}

// Run counts what is configured.
func Run(ctx context.Context, client dynamic.Interface) (int, error) {
	watched := configured()
	factory := dynamicinformer.NewDynamicSharedInformerFactory(client, 0)
	factory.Start(ctx.Done()) // want `\(startorder/late-registration\)`
	factory.WaitForCacheSync(ctx.Done())

	found, err := factory.ForResource(watched).Lister().List(labels.Everything())
	return len(found), err
}
