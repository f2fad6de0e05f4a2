// Package periodically polls with a condition that asks HasSynced.
package periodically

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	lister, informer := pods.Lister(), pods.Informer()
	factory.Start(ctx.Done())
	err := wait.PollUntilContextCancel(ctx, time.Millisecond, true, func(context.Context) (bool, error) {
		return informer.HasSynced(), nil
	})
	if err != nil {
		return 0, err
	}
	list, err := lister.List(labels.Everything())
	return len(list), err
}
