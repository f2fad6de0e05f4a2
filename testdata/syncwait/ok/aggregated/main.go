// Package aggregated waits for a method that asks all informers.
package aggregated

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type set []cache.SharedIndexInformer

func (s set) synced() bool {
	for _, inf := range s {
		if !inf.HasSynced() {
			return false
		}
	}
	return true
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	lister := pods.Lister()
	all := set{pods.Informer(), factory.Core().V1().Nodes().Informer()}
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), all.synced) {
		return 0, errors.New("not synced")
	}
	list, err := lister.List(labels.Everything())
	return len(list), err
}
