// Package transform sets the transform and the watch error handler of an
// informer beside the goroutine that runs it.
package transform

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	informer := factory.Core().V1().Pods().Informer()
	go informer.Run(ctx.Done())
	informer.SetTransform(func(obj interface{}) (interface{}, error) { return obj, nil }) // want `\(latesetup/late-transform\)`
	informer.SetWatchErrorHandler(func(*cache.Reflector, error) {})                       // want `\(latesetup/late-watch-error-handler\)`
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		return 0, ctx.Err()
	}
	return len(informer.GetStore().ListKeys()), nil
}
