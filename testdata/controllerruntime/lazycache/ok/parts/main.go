// Package parts runs its parts one after the other: the first starts the cache, and the
// second reads.
package parts

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

type part interface {
	run(ctx context.Context) error
}

type starter struct{ pods cache.Cache }

func (s starter) run(ctx context.Context) error {
	go s.pods.Start(ctx)
	if !s.pods.WaitForCacheSync(ctx) {
		return errors.New("not synced")
	}
	return nil
}

type counter struct {
	pods client.Reader
	n    int
}

func (c *counter) run(ctx context.Context) error {
	var pods corev1.PodList
	err := c.pods.List(ctx, &pods)
	c.n = len(pods.Items)
	return err
}

// Run counts the pods.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	pods, err := cache.New(config, cache.Options{})
	if err != nil {
		return 0, err
	}
	if _, err := pods.GetInformer(ctx, &corev1.Pod{}); err != nil {
		return 0, err
	}
	c := &counter{pods: pods}
	parts := []part{starter{pods}, c}
	if err := parts[0].run(ctx); err != nil {
		return 0, err
	}
	err = parts[1].run(ctx)
	return c.n, err
}
