// Package redundant starts its factory in a goroutine although Start does not
// block. Nothing goes wrong here: the wait asks the informer itself.
package redundant

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	lister, synced := pods.Lister(), pods.Informer().HasSynced
	go factory.Start(ctx.Done()) // want `\(goroutinestart/redundant-go\)`
	if !cache.WaitForCacheSync(ctx.Done(), synced) {
		return 0, ctx.Err()
	}
	found, err := lister.List(labels.Everything())
	return len(found), err
}
