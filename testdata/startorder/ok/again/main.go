// Package again registers deployments long after the first Start, and starts
// the same factory again: Start starts what is new and leaves the rest alone.
package again

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	appslisters "k8s.io/client-go/listers/apps/v1"
	"k8s.io/client-go/tools/cache"
)

type rollouts struct {
	factory informers.SharedInformerFactory
	lister  appslisters.DeploymentLister
}

// ready makes the lister once the server knows the group.
func (r *rollouts) ready(ctx context.Context, client kubernetes.Interface) (bool, error) {
	if _, err := client.Discovery().ServerVersion(); err != nil {
		return false, nil
	}
	deployments := r.factory.Apps().V1().Deployments()
	synced := deployments.Informer().HasSynced
	r.factory.Start(ctx.Done())
	r.lister = deployments.Lister()
	return cache.WaitForCacheSync(ctx.Done(), synced), nil
}

// Run counts the deployments.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Core().V1().Pods().Informer()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())

	r := &rollouts{factory: factory}
	err := wait.PollUntilContextCancel(ctx, time.Second, true, func(ctx context.Context) (bool, error) {
		return r.ready(ctx, client)
	})
	if err != nil {
		return 0, err
	}
	found, err := r.lister.List(labels.Everything())
	return len(found), err
}
