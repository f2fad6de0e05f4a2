// Package listed starts all factories of a list, and takes a lister of one of
// them afterwards.
package listed

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func startAll(ctx context.Context, factories ...informers.SharedInformerFactory) {
	for _, factory := range factories {
		factory.Start(ctx.Done())
	}
	for _, factory := range factories {
		factory.WaitForCacheSync(ctx.Done())
	}
}

// Run counts the pods if there are nodes.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	often := informers.NewSharedInformerFactory(client, time.Minute)
	never := informers.NewSharedInformerFactory(client, 0)
	nodes := never.Core().V1().Nodes().Lister()
	startAll(ctx, often, never) // want `\(startorder/late-registration\)`
	pods := often.Core().V1().Pods().Lister()
	if found, err := nodes.List(labels.Everything()); err != nil || len(found) == 0 {
		return 0, err
	}
	found, err := pods.List(labels.Everything())
	return len(found), err
}
