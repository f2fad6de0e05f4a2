// Package correlated reads pods, if they are wanted, before it waits. The lister is
// there whenever it is read: both ask the same.
package correlated

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

func count(ctx context.Context, client kubernetes.Interface, wanted bool) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	var lister corelisters.PodLister
	if wanted {
		lister = factory.Core().V1().Pods().Lister()
	}
	factory.Start(ctx.Done())
	n := 0
	if wanted {
		pods, err := lister.List(labels.Everything()) // want `\(syncwait/read-before-wait\)`
		if err != nil {
			return 0, err
		}
		n = len(pods)
	}
	factory.WaitForCacheSync(ctx.Done())
	return n, nil
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	return count(ctx, client, true)
}
