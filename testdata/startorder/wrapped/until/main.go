// Package until starts its caches in a wait.Group and takes another lister
// meanwhile, in a function that wait.Until calls.
package until

import (
	"context"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// Run asks for services until there are some.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Core().V1().Pods().Informer()
	var group wait.Group
	defer group.Wait()
	group.StartWithContext(ctx, func(ctx context.Context) { // want `\(startorder/concurrent-registration\)`
		factory.Start(ctx.Done())
	})
	if _, err := client.CoreV1().Namespaces().Get(ctx, "shop", metav1.GetOptions{}); err != nil {
		return 0, err
	}

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	count := 0
	var services corelisters.ServiceLister
	wait.UntilWithContext(ctx, func(context.Context) {
		if services == nil {
			services = factory.Core().V1().Services().Lister()
		}
		if found, err := services.List(labels.Everything()); err == nil && len(found) > 0 {
			count = len(found)
			cancel()
		}
	}, time.Second)
	return count, nil
}
