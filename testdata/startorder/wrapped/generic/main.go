// Package generic starts its factory through a type parameter and a method
// value, and registers after that.
package generic

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

type starter interface{ Start(stop <-chan struct{}) }

func start[S starter](ctx context.Context, s S) S {
	s.Start(ctx.Done())
	return s
}

// Run counts pairs of a pod and a secret.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	podLister, podsSynced := pods.Lister(), pods.Informer().HasSynced
	running := start(ctx, factory) // want `\(startorder/late-registration\)`
	for !podsSynced() {
		running.WaitForCacheSync(ctx.Done())
	}

	register := running.Core().V1().Secrets().Lister
	secretLister := register()
	found, err := podLister.List(labels.Everything())
	if err != nil {
		return 0, err
	}
	secrets, err := secretLister.List(labels.Everything())
	return len(found) * len(secrets), err
}
