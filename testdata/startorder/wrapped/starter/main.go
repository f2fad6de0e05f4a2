// Package starter hides the factory in a type whose Start and Sync pass on to
// it, and registers services after that type's Start.
package starter

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/kubernetes"

	"example.com/informers/startorder/wrapped/starter/kube"
)

// Run counts pods and services.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	caches := kube.NewCaches(client)
	pods := caches.Pods()
	caches.Start(ctx) // want `\(startorder/late-registration\)`
	if err := caches.Sync(ctx); err != nil {
		return 0, err
	}

	services := caches.Services()
	some, err := pods.List(labels.Everything())
	if err != nil {
		return 0, err
	}
	more, err := services.List(labels.Everything())
	if err != nil {
		return 0, err
	}
	return len(some) * len(more), nil
}
