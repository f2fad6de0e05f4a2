// Package aside reads at once, and gives up on a goroutine that waits: a wait in front of
// the read would have no such limit, so that no fix is offered.
package aside

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
	lister := factory.Core().V1().Pods().Lister()
	factory.Start(ctx.Done())
	done := make(chan struct{})
	go func() {
		factory.WaitForCacheSync(ctx.Done())
		close(done)
	}()
	pods, err := lister.List(labels.Everything()) // want `\(syncwait/read-before-wait\)`
	select {
	case <-done:
	case <-time.After(time.Minute):
		return 0, context.DeadlineExceeded
	}
	return len(pods), err
}
