// Package registration adds a handler to an informer that was stopped
// meanwhile: the handler is never called. The rule is off by default.
package registration

import (
	"context"
	"sync/atomic"
	"time"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts the pods that the handler is told of.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	short, cancel := context.WithCancel(ctx)
	factory := informers.NewSharedInformerFactory(client, 0)
	informer := factory.Core().V1().Pods().Informer()
	factory.Start(short.Done())
	factory.WaitForCacheSync(ctx.Done())
	cancel()
	time.Sleep(time.Second)

	var told atomic.Int64
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) { told.Add(1) }}) // want `AddEventHandler comes after the start of the Pod informer \(main.go:20\): if that is stopped by then, the handler is not added and never called, and the error that says so is dropped here; look at it \(latesetup/dropped-registration-error\)`
	time.Sleep(time.Second)
	return int(told.Load()), nil
}
