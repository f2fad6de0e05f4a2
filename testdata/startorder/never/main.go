// Package never makes a factory, takes a lister from it, waits for it and
// forgets to start it.
package never

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0) // want `\(startorder/never-started\)`
	pods := factory.Core().V1().Pods()
	lister, synced := pods.Lister(), pods.Informer().HasSynced

	if !cache.WaitForCacheSync(ctx.Done(), synced) {
		return 0, ctx.Err()
	}
	found, err := lister.List(labels.Everything())
	return len(found), err
}
