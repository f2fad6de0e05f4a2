// Package members starts a factory beside the member of a group that registers
// pods and counts them, and waits for the group after that.
package members

import (
	"context"

	"golang.org/x/sync/errgroup"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	var group errgroup.Group
	count := 0
	group.Go(func() error { // want `\(startorder/concurrent-registration\)`
		lister := pods.Lister()
		if !cache.WaitForCacheSync(ctx.Done(), pods.Informer().HasSynced) {
			return ctx.Err()
		}
		found, err := lister.List(labels.Everything())
		count = len(found)
		return err
	})
	factory.Start(ctx.Done())
	err := group.Wait()
	return count, err
}
