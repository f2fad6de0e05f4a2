// Package eitherway starts its factory in each of two branches, and takes the
// lister when they have met again. A registration in one of them helps only it.
package eitherway

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func count(ctx context.Context, client kubernetes.Interface, limited bool) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	if limited {
		limit, cancel := context.WithCancel(ctx)
		defer cancel()
		factory.Start(limit.Done()) // want `\(startorder/late-registration\)`
	} else {
		factory.Start(ctx.Done())
	}
	lister := factory.Core().V1().Pods().Lister()
	factory.WaitForCacheSync(ctx.Done())
	pods, err := lister.List(labels.Everything())
	return len(pods), err
}

// Run counts the pods both ways, and returns the smaller number.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	one, err := count(ctx, client, true)
	if err != nil {
		return 0, err
	}
	other, err := count(ctx, client, false)
	return min(one, other), err
}
