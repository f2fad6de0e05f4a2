// Package accessor believes that factory.Core().V1().Pods() registers the pod
// informer. It does not: only Informer() and Lister() do, and they come late.
package accessor

import (
	"context"
	"sync/atomic"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts the pods that were announced to its handler.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	factory.Start(ctx.Done()) // want `\(startorder/late-registration\)`

	var seen atomic.Int64
	registration, err := pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok && pod.DeletionTimestamp == nil {
				seen.Add(1)
			}
		},
	})
	if err != nil {
		return 0, err
	}
	if !cache.WaitForCacheSync(ctx.Done(), registration.HasSynced) {
		return 0, ctx.Err()
	}
	return int(seen.Load()), nil
}
