// Contexts: neither the stop channel of one nor its cancel function is followed;
// a cancel is a signal that waits for nobody.
package p

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func Run(ctx context.Context, client kubernetes.Interface) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	f := informers.NewSharedInformerFactory(client, 0)
	f.Start(ctx.Done())
	f.Core().V1().Pods().Lister()
	<-ctx.Done()
}
