// Package read reads its lister and waits for it afterwards.
package read

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// Run counts the pods of the shop.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	lister := factory.Core().V1().Pods().Lister()
	factory.Start(ctx.Done())
	pods, err := lister.Pods("shop").List(labels.Everything()) // want `\(syncwait/read-before-wait\)`
	factory.WaitForCacheSync(ctx.Done())
	return len(pods), err
}
