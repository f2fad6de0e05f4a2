// Package mirrored registers pods in a goroutine, and starts the factory beside
// it: Start is first, and the pod informer is never started.
package mirrored

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
	counted := make(chan int, 1)
	go func() { // want `\(startorder/concurrent-registration\)`
		pods := factory.Core().V1().Pods()
		lister := pods.Lister()
		if !cache.WaitForCacheSync(ctx.Done(), pods.Informer().HasSynced) {
			return
		}
		found, err := lister.List(labels.Everything())
		if err != nil {
			return
		}
		counted <- len(found)
	}()
	factory.Start(ctx.Done())

	select {
	case count := <-counted:
		return count, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
