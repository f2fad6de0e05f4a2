// Package owner waits for the informer and then asks a tracker of another package,
// whose handler may not have been called.
package owner

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/handlersync/wrapped/owner/tracker"
)

// Run counts the pods that the tracker knows of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	informer := factory.Core().V1().Pods().Informer()
	pods := tracker.New(informer)
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) { // want `this waits for the informer only: the handler that fills tracker.Tracker.names .*Tracker.Count is called.*\(handlersync/state-before-delivered\)`
		return 0, ctx.Err()
	}
	return pods.Count("till"), nil
}
