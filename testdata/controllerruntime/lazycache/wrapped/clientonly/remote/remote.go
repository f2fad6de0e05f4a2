// Package remote makes clients of other clusters.
package remote

import (
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/cluster"
)

// New makes a client of a cluster.
func New(config *rest.Config) (client.Client, error) {
	cl, err := cluster.New(config, func(o *cluster.Options) { o.Scheme = scheme.Scheme })
	if err != nil {
		return nil, err
	}
	return cl.GetClient(), nil
}
