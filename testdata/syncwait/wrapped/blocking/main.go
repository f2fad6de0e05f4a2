// Package blocking runs a controller of another package, which waits for its
// informer, before it starts the factory.
package blocking

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"

	"example.com/informers/syncwait/wrapped/blocking/counting"
)

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	counter := counting.New(factory.Core().V1().Pods())
	n, err := counter.Run(ctx) // want `\(syncwait/wait-before-start\)`
	factory.Start(ctx.Done())
	return n, err
}
