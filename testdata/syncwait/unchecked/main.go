// Package unchecked goes on when its wait has failed.
package unchecked

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run starts an informer and works with it.
func Run(ctx context.Context, client kubernetes.Interface, work func()) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods().Informer()
	nodes := factory.Core().V1().Nodes().Informer()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())                                    // want `\(syncwait/unchecked-result\)`
	_ = cache.WaitForCacheSync(ctx.Done(), pods.HasSynced, nodes.HasSynced) // want `\(syncwait/unchecked-result\)`
	cache.WaitForCacheSync(context.Background().Done(), pods.HasSynced)
	work()
}
