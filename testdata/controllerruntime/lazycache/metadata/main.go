// Package metadata reads before Start only what every object has: from the
// cache as well.
package metadata

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// Run counts the pods and then runs the manager.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	options := manager.Options{Cache: cache.Options{DefaultNamespaces: map[string]cache.Config{"shop": {}}}}
	options.Metrics = metricsserver.Options{BindAddress: "0"}
	mgr, err := manager.New(config, options)
	if err != nil {
		return 0, err
	}
	c := mgr.GetClient()
	pods := &metav1.PartialObjectMetadataList{}
	pods.SetGroupVersionKind(schema.GroupVersionKind{Version: "v1", Kind: "PodList"})
	err = c.List(ctx, pods) // want `List of PartialObjectMetadata before the manager is started: .*\(lazycache/read-before-sync\)`
	if err != nil {
		return 0, err
	}
	go func() {
		if err := mgr.Start(ctx); err != nil {
			panic(err)
		}
	}()
	return len(pods.Items), nil
}
