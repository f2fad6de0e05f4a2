// Package namespaces holds a factory for each namespace. Listers are taken for
// every request, long after Start, of types that the setup has registered.
package namespaces

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type watcher struct {
	factories map[string]informers.SharedInformerFactory
}

func (w *watcher) watch(ctx context.Context, client kubernetes.Interface, namespaces []string, handler cache.ResourceEventHandler) error {
	for _, namespace := range namespaces {
		factory := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace))
		if _, err := factory.Core().V1().Services().Informer().AddEventHandler(handler); err != nil {
			return err
		}
		factory.Core().V1().Secrets().Informer()
		w.factories[namespace] = factory
	}
	for _, factory := range w.factories {
		factory.Start(ctx.Done())
	}
	for namespace, factory := range w.factories {
		for kind, ok := range factory.WaitForCacheSync(ctx.Done()) {
			if !ok {
				return fmt.Errorf("%v of %s did not sync", kind, namespace)
			}
		}
	}
	return nil
}

func (w *watcher) services(namespace string) (int, error) {
	factory, ok := w.factories[namespace]
	if !ok {
		return 0, fmt.Errorf("%s is not watched", namespace)
	}
	found, err := factory.Core().V1().Services().Lister().Services(namespace).List(labels.Everything())
	return len(found), err
}

// Run counts the services of the shop.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	w := &watcher{factories: make(map[string]informers.SharedInformerFactory)}
	if err := w.watch(ctx, client, []string{"shop", "lab"}, cache.ResourceEventHandlerFuncs{}); err != nil {
		return 0, err
	}
	return w.services("shop")
}
