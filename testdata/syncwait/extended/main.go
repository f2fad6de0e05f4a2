// Package extended starts the clusters that it was given and one more, waits for those
// that it was given, and reads what the other one feeds.
package extended

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

type cluster struct {
	factory informers.SharedInformerFactory
}

func newSeed(client kubernetes.Interface) *cluster {
	seed := &cluster{informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace("default"))}
	seed.factory.Core().V1().Pods().Informer()
	return seed
}

// Run counts the nodes of the master.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	seeds := []*cluster{newSeed(client)}
	master := &cluster{informers.NewSharedInformerFactory(client, 0)}
	nodes := master.factory.Core().V1().Nodes().Lister()
	all := append(seeds, master)
	for _, c := range all {
		c.factory.Start(ctx.Done())
	}
	for _, c := range seeds {
		c.factory.WaitForCacheSync(ctx.Done()) // want `nothing waits for the Node informer: the wait \(main.go:33\) is for another factory, .* wait for its factory too \(syncwait/never-awaited\)`
	}
	list, err := nodes.List(labels.Everything())
	return len(list), err
}
