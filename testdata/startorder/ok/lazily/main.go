// Package lazily makes its lister when it is first asked for it, and starts the
// factory for it there and then; a function value hides the registration.
package lazily

import (
	"context"
	"sync"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

type resolver struct {
	ctx     context.Context
	factory informers.SharedInformerFactory
	once    sync.Once
	secrets corelisters.SecretLister
}

// lister starts the factory as often as a lister is made.
func (r *resolver) lister() corelisters.SecretLister {
	r.once.Do(func() {
		r.secrets = r.factory.Core().V1().Secrets().Lister()
		r.factory.Start(r.ctx.Done())
		r.factory.WaitForCacheSync(r.ctx.Done())
	})
	return r.secrets
}

// Run counts pairs of a pod and a secret.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	r := &resolver{ctx: ctx, factory: informers.NewSharedInformerFactory(client, 0)}
	pods := func() corelisters.PodLister { return r.factory.Core().V1().Pods().Lister() }
	pods()
	r.factory.Start(ctx.Done())
	r.factory.WaitForCacheSync(ctx.Done())

	found, err := pods().List(labels.Everything())
	if err != nil {
		return 0, err
	}
	secrets, err := r.lister().List(labels.Everything())
	return len(found) * len(secrets), err
}
