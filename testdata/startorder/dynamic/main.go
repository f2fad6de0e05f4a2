// Package dynamic asks a dynamic factory for a second resource after Start.
package dynamic

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
)

var (
	pods        = schema.GroupVersionResource{Version: "v1", Resource: "pods"}
	deployments = schema.GroupVersionResource{Group: "apps", Version: "v1", Resource: "deployments"}
)

// Run counts pods and deployments.
func Run(ctx context.Context, client dynamic.Interface) (int, error) {
	factory := dynamicinformer.NewDynamicSharedInformerFactory(client, 0)
	podLister := factory.ForResource(pods).Lister()
	factory.Start(ctx.Done()) // want `\(startorder/late-registration\)`
	factory.WaitForCacheSync(ctx.Done())

	deploymentLister := factory.ForResource(deployments).Lister()
	some, err := podLister.List(labels.Everything())
	if err != nil {
		return 0, err
	}
	more, err := deploymentLister.List(labels.Everything())
	if err != nil {
		return 0, err
	}
	return len(some) * len(more), nil
}
