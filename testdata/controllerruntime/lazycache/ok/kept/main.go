// Package kept keeps its cluster in a structure whose method starts it.
package kept

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/cluster"
)

// A Remote is another cluster.
type Remote struct{ cluster cluster.Cluster }

// Connect makes a remote cluster.
func Connect(config *rest.Config) (*Remote, error) {
	cl, err := cluster.New(config)
	if err != nil {
		return nil, err
	}
	if _, err := cl.GetCache().GetInformer(context.Background(), &corev1.Pod{}); err != nil {
		return nil, err
	}
	return &Remote{cluster: cl}, nil
}

// Run counts the pods.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	r, err := Connect(config)
	if err != nil {
		return 0, err
	}
	go func() {
		if err := r.cluster.Start(ctx); err != nil {
			panic(err)
		}
	}()
	if !r.cluster.GetCache().WaitForCacheSync(ctx) {
		return 0, errors.New("not synced")
	}
	var pods corev1.PodList
	err = r.cluster.GetClient().List(ctx, &pods)
	return len(pods.Items), err
}
