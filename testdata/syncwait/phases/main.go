// Package phases starts its factory twice, and reads in between what was registered
// after the first Start: the wait knows nothing of it.
package phases

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Core().V1().Nodes().Informer()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())

	lister := factory.Core().V1().Pods().Lister()
	pods, err := lister.List(labels.Everything()) // want `\(syncwait/read-before-wait\)`
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	return len(pods), err
}
