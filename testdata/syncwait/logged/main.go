// Package logged tells its log whether the pods have synced, and reads them whatever
// the answer was.
package logged

import (
	"context"
	"log"

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
	synced := informer.HasSynced()
	log.Printf("the informer of pods runs; synced: %t", synced)
	list, err := lister.Pods("shop").List(labels.Everything()) // want `without a wait: .* \(syncwait/read-before-wait\)`
	return len(list), err
}
