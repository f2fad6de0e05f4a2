// Package limited starts its factory in an errgroup that runs one function at a
// time: the wait begins when Start has returned.
package limited

import (
	"context"

	"golang.org/x/sync/errgroup"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	lister := factory.Core().V1().Pods().Lister()
	count := 0
	var group errgroup.Group
	group.SetLimit(1)
	group.Go(func() error {
		factory.Start(ctx.Done())
		return nil
	})
	group.Go(func() error {
		factory.WaitForCacheSync(ctx.Done())
		pods, err := lister.List(labels.Everything())
		count = len(pods)
		return err
	})
	err := group.Wait()
	return count, err
}
