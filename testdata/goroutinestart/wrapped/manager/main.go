// Package manager runs in a goroutine a type whose Run starts the factory, and
// waits through the same type.
package manager

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/kubernetes"

	"example.com/informers/goroutinestart/wrapped/manager/caches"
)

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	set := caches.New(client)
	lister := set.Pods()
	go set.Run(ctx) // want `\(goroutinestart/start-races-wait\)`
	if !set.Sync(ctx) {
		return 0, ctx.Err()
	}

	pods, err := lister.List(labels.Everything())
	return len(pods), err
}
