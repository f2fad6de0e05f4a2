// Package inturn runs a controller of another package, which waits for its
// informer: in a goroutine that is begun before the factory is started, and once
// more when somebody else has run the informer.
package inturn

import (
	"context"

	"golang.org/x/sync/errgroup"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"

	"example.com/informers/syncwait/ok/inturn/counting"
)

// Run counts the pods twice.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	counter := counting.New(factory.Core().V1().Pods())
	var group errgroup.Group
	var one, two int
	group.Go(func() (err error) {
		one, err = counter.Run(ctx)
		return err
	})
	factory.Start(ctx.Done())
	if err := group.Wait(); err != nil {
		return 0, err
	}

	other := informers.NewSharedInformerFactory(client, 0)
	pods := other.Core().V1().Pods()
	again := counting.New(pods)
	go pods.Informer().Run(ctx.Done())
	two, err := again.Run(ctx)
	other.Start(ctx.Done())
	return min(one, two), err
}
