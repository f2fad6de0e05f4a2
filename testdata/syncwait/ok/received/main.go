// Package received waits in a goroutine, which says so.
package received

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
	factory.Start(ctx.Done())
	synced := make(chan struct{})
	go func() {
		defer close(synced)
		factory.WaitForCacheSync(ctx.Done())
	}()
	<-synced
	list, err := lister.List(labels.Everything())
	return len(list), err
}
