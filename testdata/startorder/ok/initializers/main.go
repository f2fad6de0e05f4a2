// Package initializers has a table of functions that register, runs the ones
// that are switched on, and starts the factory after that.
package initializers

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A controller works until ctx is done.
type controller func(ctx context.Context) (int, error)

type initializer func(factory informers.SharedInformerFactory) (controller, error)

var initializers = map[string]initializer{
	"nodes": func(factory informers.SharedInformerFactory) (controller, error) {
		nodes := factory.Core().V1().Nodes()
		_, err := nodes.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{})
		return func(context.Context) (int, error) {
			found, err := nodes.Lister().List(labels.Everything())
			return len(found), err
		}, err
	},
	"services": newServices,
}

func newServices(factory informers.SharedInformerFactory) (controller, error) {
	lister := factory.Core().V1().Services().Lister()
	return func(context.Context) (int, error) {
		found, err := lister.List(labels.Everything())
		return len(found), err
	}, nil
}

// Run multiplies what the controllers count.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	var controllers []controller
	for name, init := range initializers {
		c, err := init(factory)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", name, err)
		}
		controllers = append(controllers, c)
	}
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())

	product := 1
	for _, c := range controllers {
		count, err := c(ctx)
		if err != nil {
			return 0, err
		}
		product *= count
	}
	return product, nil
}
