// Package writer has a cluster that nothing starts, reads from its API server and
// only writes with its client.
package writer

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"

	"example.com/controllerruntime/lazycache/ok/writer/remote"
)

// Run counts the pods.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	r, _, err := remote.New(config)
	if err != nil {
		return 0, err
	}
	var pods corev1.PodList
	err = r.List(ctx, &pods)
	return len(pods.Items), err
}
