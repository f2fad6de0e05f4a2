// Package errgroup leaves Start to a member of an errgroup, while another
// member registers.
package errgroup

import (
	"context"

	"golang.org/x/sync/errgroup"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts the endpoints of the shop.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Core().V1().Pods().Informer()

	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { // want `\(startorder/concurrent-registration\)`
		factory.Start(ctx.Done())
		return nil
	})
	count := 0
	group.Go(func() error {
		shop, err := client.CoreV1().Namespaces().Get(ctx, "shop", metav1.GetOptions{})
		if err != nil {
			return err
		}
		services := factory.Core().V1().Services()
		if !cache.WaitForCacheSync(ctx.Done(), services.Informer().HasSynced) {
			return ctx.Err()
		}
		found, err := services.Lister().Services(shop.Name).List(labels.Everything())
		count = len(found)
		return err
	})
	err := group.Wait()
	return count, err
}
