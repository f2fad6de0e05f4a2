// Package remotely makes a cluster for its client only, and uses that for
// unstructured objects, which it reads from the API server.
package remotely

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/cluster"
)

// Run looks for the pod.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	c, err := newClient(config)
	if err != nil {
		return 0, err
	}
	pod := &unstructured.Unstructured{}
	pod.SetGroupVersionKind(schema.GroupVersionKind{Version: "v1", Kind: "Pod"})
	if err := c.Get(ctx, client.ObjectKey{Namespace: "shop", Name: "till"}, pod); err != nil {
		return 0, err
	}
	return 1, nil
}

func newClient(config *rest.Config) (client.Client, error) {
	cl, err := cluster.New(config, func(o *cluster.Options) { o.Scheme = scheme.Scheme })
	if err != nil {
		return nil, err
	}
	return cl.GetClient(), nil
}
