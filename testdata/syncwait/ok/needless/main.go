// Package needless waits for nothing before its informer runs. It need not, for
// it waits for the informer before it reads; to wait for it there would block.
package needless

import (
	"context"
	"errors"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	pods := informers.NewSharedInformerFactory(client, 0).Core().V1().Pods().Informer()
	if !cache.WaitForNamedCacheSync("nothing yet", ctx.Done()) {
		return 0, errors.New("stopped")
	}
	go pods.Run(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), pods.HasSynced) {
		return 0, errors.New("not synced")
	}
	return len(pods.GetStore().List()), nil
}
