// Package remote makes clients of other clusters: one that reads from the API
// server, and one to write with.
package remote

import (
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/cluster"
)

// New makes the clients of a cluster.
func New(config *rest.Config) (client.Reader, client.Client, error) {
	cl, err := cluster.New(config)
	if err != nil {
		return nil, nil, err
	}
	return cl.GetAPIReader(), cl.GetClient(), nil
}
