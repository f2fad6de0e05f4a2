// Package factories starts two factories, waits for one of them, and reads what the
// other one feeds.
package factories

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

type app struct {
	namespaced, cluster informers.SharedInformerFactory
	pods                corelisters.PodLister
	nodes               corelisters.NodeLister
}

// Run counts the nodes.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	a := &app{
		namespaced: informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace("default")),
		cluster:    informers.NewSharedInformerFactory(client, 0),
	}
	a.pods = a.namespaced.Core().V1().Pods().Lister()
	a.nodes = a.cluster.Core().V1().Nodes().Lister()
	return a.count(ctx)
}

func (a *app) count(ctx context.Context) (int, error) {
	a.namespaced.Start(ctx.Done())
	a.cluster.Start(ctx.Done())
	a.namespaced.WaitForCacheSync(ctx.Done()) // want `nothing waits for the Node informer: the wait \(main.go:34\) is for another factory, .* wait for its factory too \(syncwait/never-awaited\)`
	if _, err := a.pods.List(labels.Everything()); err != nil {
		return 0, err
	}
	list, err := a.nodes.List(labels.Everything())
	return len(list), err
}
