// Package factories waits for one factory by itself, and for all of them in a
// helper.
package factories

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// Run counts the nodes.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	namespaced := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace("default"))
	cluster := informers.NewSharedInformerFactory(client, 0)
	pods, nodes := namespaced.Core().V1().Pods().Lister(), cluster.Core().V1().Nodes().Lister()
	namespaced.Start(ctx.Done())
	cluster.Start(ctx.Done())
	namespaced.WaitForCacheSync(ctx.Done())
	all(ctx, namespaced, cluster)
	if _, err := pods.List(labels.Everything()); err != nil {
		return 0, err
	}
	list, err := nodes.List(labels.Everything())
	return len(list), err
}

func all(ctx context.Context, factories ...informers.SharedInformerFactory) {
	for _, f := range factories {
		f.WaitForCacheSync(ctx.Done())
	}
}
