// Package clientonly gets the client of a cluster that nobody has any more, and reads
// with it.
package clientonly

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"example.com/controllerruntime/lazycache/wrapped/clientonly/remote"
)

// Run counts the pods.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	c, err := remote.New(config) // want `nothing starts the cluster made at remote/remote.go:13, and its reader is used \(main.go:22\): .* \(lazycache/never-started\)`
	if err != nil {
		return 0, err
	}
	var pods corev1.PodList
	err = c.List(ctx, &pods, client.InNamespace("shop"))
	return len(pods.Items), err
}
