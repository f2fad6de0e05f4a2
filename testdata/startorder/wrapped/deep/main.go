// Package deep builds its controllers after Start. The registration is two
// packages away.
package deep

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"

	"example.com/informers/startorder/wrapped/deep/controllers"
)

// Run counts what the controllers see.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	nodes := factory.Core().V1().Nodes().Informer()
	factory.Start(ctx.Done()) // want `\(startorder/late-registration\)`
	factory.WaitForCacheSync(ctx.Done())

	all := controllers.New(controllers.Context{Client: client, Informers: factory, Nodes: nodes.GetIndexer()})
	return all.Count()
}
