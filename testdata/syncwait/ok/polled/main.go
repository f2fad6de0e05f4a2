// Package polled asks HasSynced until it is true.
package polled

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
	pods := factory.Core().V1().Pods()
	lister, informer := pods.Lister(), pods.Informer()
	factory.Start(ctx.Done())
	for !informer.HasSynced() {
		time.Sleep(time.Millisecond)
	}
	list, err := lister.List(labels.Everything())
	return len(list), err
}
