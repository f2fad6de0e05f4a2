// Package server counts pods without a cache.
package server

import (
	"context"
	"errors"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Count asks the API server.
func Count(ctx context.Context, config *rest.Config) (int, error) {
	set, err := kubernetes.NewForConfig(config)
	if err != nil {
		return 0, err
	}
	pods, err := set.CoreV1().Pods("").List(ctx, metav1.ListOptions{})
	if err != nil {
		return 0, err
	}
	return len(pods.Items), nil
}

// Reader reads from the API server.
func Reader(config *rest.Config) (client.Reader, error) {
	return client.New(config, client.Options{})
}

// A Counter counts by a configuration.
type Counter struct{ Config *rest.Config }

// Count asks the API server.
func (c *Counter) Count(ctx context.Context) (int, error) { return Count(ctx, c.Config) }

// TooEarly reports whether a cache has not been started.
func TooEarly(err error) bool {
	var e *cache.ErrCacheNotStarted
	return errors.As(err, &e)
}
