// Package beforestart waits for what its factory has started, before it has
// started anything.
package beforestart

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	lister := factory.Core().V1().Pods().Lister()
	factory.WaitForCacheSync(ctx.Done()) // want `\(syncwait/wait-before-start\)`
	factory.Start(ctx.Done())

	pods, err := lister.List(labels.Everything())
	return len(pods), err
}
