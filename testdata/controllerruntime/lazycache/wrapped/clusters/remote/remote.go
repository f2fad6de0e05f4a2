// Package remote makes clusters.
package remote

import (
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/cluster"
)

// New makes a cluster, which its caller has to start.
func New(config *rest.Config) (cluster.Cluster, error) {
	return cluster.New(config)
}
