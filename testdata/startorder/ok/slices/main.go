// Package slices starts the first factories of a list at once, and the others
// when their listers have been taken. One is in the list twice: the second Start
// starts what the first round has registered.
package slices

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
)

// Run counts the pods if there are nodes.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	first := informers.NewSharedInformerFactory(client, time.Minute)
	second := informers.NewSharedInformerFactory(client, 0)
	nodes := first.Core().V1().Nodes().Lister()
	factories := []informers.SharedInformerFactory{first, second}
	for _, factory := range factories[:1] {
		factory.Start(ctx.Done())
	}
	pods := second.Core().V1().Pods().Lister()
	for _, factory := range factories[1:] {
		factory.Start(ctx.Done())
	}
	first.WaitForCacheSync(ctx.Done())
	second.WaitForCacheSync(ctx.Done())
	if found, err := nodes.List(labels.Everything()); err != nil || len(found) == 0 {
		return 0, err
	}
	if found, err := pods.List(labels.Everything()); err != nil || len(found) == 0 {
		return 0, err
	}

	twice := informers.NewSharedInformerFactory(client, 0)
	var again listers.PodLister
	for _, factory := range []informers.SharedInformerFactory{twice, twice} {
		factory.Start(ctx.Done())
		again = factory.Core().V1().Pods().Lister()
		factory.WaitForCacheSync(ctx.Done())
	}
	found, err := again.List(labels.Everything())
	return len(found), err
}
