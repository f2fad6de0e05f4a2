// Package concurrent starts its factory in a goroutine and registers services
// meanwhile. While the parent asks for the namespace, Start runs and ends, and
// the service informer that is registered then is never started.
package concurrent

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts the services of the shop.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods().Informer()
	go factory.Start(ctx.Done()) // want `\(startorder/concurrent-registration\)`

	shop, err := client.CoreV1().Namespaces().Get(ctx, "shop", metav1.GetOptions{})
	if err != nil {
		return 0, err
	}
	services := factory.Core().V1().Services()
	lister := services.Lister().Services(shop.Name)
	if !cache.WaitForCacheSync(ctx.Done(), pods.HasSynced, services.Informer().HasSynced) {
		return 0, ctx.Err()
	}
	found, err := lister.List(labels.Everything())
	return len(found), err
}
