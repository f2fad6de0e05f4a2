// Package clusters takes the client of a cluster that another package has
// made, and that nothing starts.
package clusters

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"example.com/controllerruntime/lazycache/wrapped/clusters/remote"
)

// Run counts the pods.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	cl, err := remote.New(config) // want `nothing starts the cluster made at remote/remote.go:11, and its reader is used \(main.go:21\): .* \(lazycache/never-started\)`
	if err != nil {
		return 0, err
	}
	return count(ctx, cl.GetClient())
}

func count(ctx context.Context, c client.Client) (int, error) {
	var pods corev1.PodList
	err := c.List(ctx, &pods)
	return len(pods.Items), err
}
