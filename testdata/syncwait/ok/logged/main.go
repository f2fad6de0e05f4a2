// Package logged logs whether the pods have synced while it waits for that, and reads
// nothing before the answer was yes.
package logged

import (
	"context"
	"log"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// Run counts the pods of the shop.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	lister, informer := pods.Lister(), pods.Informer()
	factory.Start(ctx.Done())
	for {
		synced := informer.HasSynced()
		log.Printf("the informer of pods runs; synced: %t", synced)
		if synced {
			break
		}
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
	list, err := lister.Pods("shop").List(labels.Everything())
	return len(list), err
}
