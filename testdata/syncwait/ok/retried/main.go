// Package retried reads until it finds something.
package retried

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	lister := factory.Core().V1().Pods().Lister()
	factory.Start(ctx.Done())
	for {
		list, err := lister.List(labels.Everything())
		if err != nil || len(list) > 0 || ctx.Err() != nil {
			return len(list), err
		}
		time.Sleep(time.Millisecond)
	}
}
