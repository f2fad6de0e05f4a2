// Package branches starts its factory in one of two branches, each time after
// everything is registered; and elsewhere early or late, by the same switch.
package branches

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// Run counts pods and secrets.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	pods, err := Pods(ctx, client, func(ctx context.Context, lead func(context.Context)) { lead(ctx) })
	if err != nil {
		return 0, err
	}
	secrets, err := Secrets(ctx, client, false)
	return pods * secrets, err
}

// Pods starts in a callback of an election, or at once if there is none.
func Pods(ctx context.Context, client kubernetes.Interface, elect func(context.Context, func(context.Context))) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	lister := factory.Core().V1().Pods().Lister()
	if elect == nil {
		factory.Start(ctx.Done())
		factory.WaitForCacheSync(ctx.Done())
	} else {
		elect(ctx, func(ctx context.Context) {
			factory.Start(ctx.Done())
			factory.WaitForCacheSync(ctx.Done())
		})
	}
	pods, err := lister.List(labels.Everything())
	return len(pods), err
}

// Secrets starts before its registration where pods are wanted early, and
// again after it.
func Secrets(ctx context.Context, client kubernetes.Interface, early bool) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Core().V1().Pods().Informer()
	if early {
		factory.Start(ctx.Done())
	}
	lister := factory.Core().V1().Secrets().Lister()
	if !early {
		factory.Start(ctx.Done())
	} else {
		factory.StartWithContext(ctx)
	}
	factory.WaitForCacheSync(ctx.Done())
	secrets, err := lister.List(labels.Everything())
	return len(secrets), err
}
