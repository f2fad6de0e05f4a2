// Package closure starts its factory in a goroutine of its own and registers
// deployments beside it.
package closure

import (
	"context"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// Run counts the deployments of the shop.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods().Informer()
	started := make(chan map[string]bool, 1)
	go func() { // want `\(startorder/concurrent-registration\)`
		factory.Start(ctx.Done())
		synced := make(map[string]bool)
		for kind, ok := range factory.WaitForCacheSync(ctx.Done()) {
			synced[kind.String()] = ok
		}
		started <- synced
	}()

	shop, err := client.CoreV1().Namespaces().Get(ctx, "shop", metav1.GetOptions{})
	if err != nil {
		return 0, err
	}
	deployments := factory.Apps().V1().Deployments().Lister()
	if synced := <-started; !pods.HasSynced() {
		return 0, fmt.Errorf("not synced: %v", synced)
	}
	found, err := deployments.Deployments(shop.Name).List(labels.Everything())
	return len(found), err
}
