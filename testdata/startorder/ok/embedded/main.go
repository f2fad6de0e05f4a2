// Package embedded has a type that embeds a factory and refines its Start: what
// it adds to the list is registered when it starts.
package embedded

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type factory struct {
	informers.SharedInformerFactory
	wanted []func(informers.SharedInformerFactory) cache.InformerSynced
}

func (f *factory) want(registration func(informers.SharedInformerFactory) cache.InformerSynced) {
	f.wanted = append(f.wanted, registration)
}

// start registers what is wanted and starts everything.
func (f *factory) start(ctx context.Context) bool {
	var synced []cache.InformerSynced
	for _, registration := range f.wanted {
		synced = append(synced, registration(f.SharedInformerFactory))
	}
	f.Start(ctx.Done())
	return cache.WaitForCacheSync(ctx.Done(), synced...)
}

// Run counts the secrets.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	f := &factory{SharedInformerFactory: informers.NewSharedInformerFactory(client, 0)}
	var lister corelisters.SecretLister
	f.want(func(factory informers.SharedInformerFactory) cache.InformerSynced {
		secrets := factory.Core().V1().Secrets()
		lister = secrets.Lister()
		return secrets.Informer().HasSynced
	})
	if !f.start(ctx) {
		return 0, ctx.Err()
	}
	secrets, err := lister.List(labels.Everything())
	return len(secrets), err
}
