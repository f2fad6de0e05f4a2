// Package joined registers in several goroutines and waits for all of them
// before Start.
package joined

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Run counts triples of a pod, a secret and a service.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	var pods corelisters.PodLister
	var services corelisters.ServiceLister
	var wg sync.WaitGroup
	wg.Go(func() { pods = factory.Core().V1().Pods().Lister() })
	wg.Go(func() { services = factory.Core().V1().Services().Lister() })

	var group errgroup.Group
	group.Go(func() error {
		_, err := factory.Core().V1().Secrets().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{})
		return err
	})
	wg.Wait()
	if err := group.Wait(); err != nil {
		return 0, err
	}
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())

	somePods, err := pods.List(labels.Everything())
	if err != nil {
		return 0, err
	}
	someServices, err := services.List(labels.Everything())
	if err != nil {
		return 0, err
	}
	secrets, err := factory.Core().V1().Secrets().Lister().List(labels.Everything())
	return len(somePods) * len(someServices) * len(secrets), err
}
