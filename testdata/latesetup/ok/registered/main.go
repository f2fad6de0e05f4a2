// Package registered adds one handler before the start, where nothing is
// refused, and looks at the error of the other one.
package registered

import (
	"context"
	"sync/atomic"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts the pods that both handlers are told of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	var first, second atomic.Int64
	factory := informers.NewSharedInformerFactory(client, 0)
	informer := factory.Core().V1().Pods().Informer()
	_, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) { first.Add(1) }})
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	told, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) { second.Add(1) }})
	if err != nil {
		return 0, err
	}
	if !cache.WaitForCacheSync(ctx.Done(), told.HasSynced) {
		return 0, ctx.Err()
	}
	return int(first.Load() * second.Load()), nil
}
