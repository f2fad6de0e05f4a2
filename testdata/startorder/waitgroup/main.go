// Package waitgroup starts the factory in a goroutine of a WaitGroup that is
// awaited only at the very end, after the late registration.
package waitgroup

import (
	"context"
	"sync"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts the pods of the shop.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	nodes := factory.Core().V1().Nodes().Informer()

	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() { factory.Start(ctx.Done()) }) // want `\(startorder/concurrent-registration\)`

	shop, err := client.CoreV1().Namespaces().Get(ctx, "shop", metav1.GetOptions{})
	if err != nil {
		return 0, err
	}
	pods := factory.Core().V1().Pods()
	if !cache.WaitForCacheSync(ctx.Done(), nodes.HasSynced, pods.Informer().HasSynced) {
		return 0, ctx.Err()
	}
	found, err := pods.Lister().Pods(shop.Name).List(labels.Everything())
	return len(found), err
}
