// Package phased waits for an informer before the second Start, which is the one
// that starts it.
package phased

import (
	"context"
	"errors"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Core().V1().Nodes().Informer()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())

	pods := factory.Core().V1().Pods().Informer()
	if !cache.WaitForCacheSync(ctx.Done(), pods.HasSynced) { // want `\(syncwait/wait-before-start\)`
		return 0, errors.New("not synced")
	}
	factory.Start(ctx.Done())
	return len(pods.GetStore().List()), nil
}
