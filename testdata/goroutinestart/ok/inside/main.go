// Package inside starts and waits in one goroutine, one after the other; the
// parent learns about it through a channel.
package inside

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	lister := factory.Core().V1().Pods().Lister()
	synced := make(chan bool)
	go func() {
		factory.Start(ctx.Done())
		ok := true
		for _, one := range factory.WaitForCacheSync(ctx.Done()) {
			ok = ok && one
		}
		synced <- ok
	}()
	if !<-synced {
		return 0, ctx.Err()
	}
	pods, err := lister.List(labels.Everything())
	return len(pods), err
}
