// Package hooks collects what is to be done at the start, and does it before one
// factory has an informer.
package hooks

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// Run counts the pods if there are nodes.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	var hooks []func(<-chan struct{})
	never := informers.NewSharedInformerFactory(client, 0)
	hooks = append(hooks, never.Start)
	often := informers.NewSharedInformerFactory(client, time.Minute)
	hooks = append(hooks, func(stop <-chan struct{}) { often.Start(stop) })
	nodes := never.Core().V1().Nodes().Lister()
	for _, hook := range hooks {
		hook(ctx.Done()) // want `\(startorder/late-registration\)`
	}
	pods := often.Core().V1().Pods().Lister()
	never.WaitForCacheSync(ctx.Done())
	often.WaitForCacheSync(ctx.Done())
	if found, err := nodes.List(labels.Everything()); err != nil || len(found) == 0 {
		return 0, err
	}
	found, err := pods.List(labels.Everything())
	return len(found), err
}
