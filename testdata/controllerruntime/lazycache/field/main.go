// Package field keeps a cluster in a structure, and reads with it in a method
// that is called before another one starts it.
package field

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/cluster"
)

type remote struct{ cluster cluster.Cluster }

func connect(config *rest.Config) (*remote, error) {
	cl, err := cluster.New(config)
	if err != nil {
		return nil, err
	}
	return &remote{cluster: cl}, nil
}

func (r *remote) count(ctx context.Context) (int, error) {
	var pods corev1.PodList
	err := r.cluster.GetClient().List(ctx, &pods)
	return len(pods.Items), err
}

func (r *remote) start(ctx context.Context) {
	go func() {
		if err := r.cluster.Start(ctx); err != nil {
			panic(err)
		}
	}()
}

// Run counts the pods.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	r, err := connect(config)
	if err != nil {
		return 0, err
	}
	n, err := r.count(ctx) // want `this call leads to List of Pod \(field/main.go:25\) before the cluster is started`
	if err != nil {
		return 0, err
	}
	r.start(ctx)
	return n, nil
}
