// Package variables keeps its factory in a variable of the package. Whoever registers
// informers later starts it once more, by a function that others call, too; and one
// that may be another factory by then is started elsewhere.
package variables

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

var (
	factory informers.SharedInformerFactory
	given   informers.SharedInformerFactory
)

// Begin starts what has been registered by now, and waits for it.
func Begin(ctx context.Context) {
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
}

// Use makes the program use a factory that somebody else starts.
func Use(f informers.SharedInformerFactory) { given = f }

func setUp(ctx context.Context, client kubernetes.Interface) corelisters.NodeLister {
	factory = informers.NewSharedInformerFactory(client, 0)
	factory.Core().V1().Pods().Lister()
	factory.Start(ctx.Done())
	return factory.Core().V1().Nodes().Lister()
}

func services(ctx context.Context, client kubernetes.Interface) corelisters.ServiceLister {
	if given == nil {
		given = informers.NewSharedInformerFactory(client, 0)
	}
	given.Start(ctx.Done())
	return given.Core().V1().Services().Lister()
}

var steps = []func(context.Context){Begin}

// Run counts the nodes.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	other := informers.NewSharedInformerFactory(client, 0)
	Use(other)
	nodes := setUp(ctx, client)
	services(ctx, client)
	other.Start(ctx.Done())
	for _, step := range steps {
		step(ctx)
	}
	found, err := nodes.List(labels.Everything())
	return len(found), err
}
