// Package literal wraps Start in a function literal that does nothing else.
package literal

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
	go func() { // want `\(goroutinestart/start-races-wait\)`
		factory.Start(ctx.Done())
	}()
	if err := factory.WaitForCacheSyncWithContext(ctx).AsError(); err != nil {
		return 0, err
	}

	pods, err := lister.List(labels.Everything())
	return len(pods), err
}
