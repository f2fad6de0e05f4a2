// Package nothing waits for caches and names none.
package nothing

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	lister, informer := pods.Lister(), pods.Informer()
	go informer.Run(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done()) { // want `\(syncwait/nothing-awaited\)`
		return 0, errors.New("not synced")
	}
	list, err := lister.List(labels.Everything())
	return len(list), err
}
