// Package features makes and starts a second factory only where a feature is
// on, and runs an informer only when somebody has asked for it.
package features

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Gates are the switches of the program.
type Gates struct{ Secrets, Local bool }

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	return RunWith(ctx, client, Gates{Secrets: true})
}

// RunWith counts the pods and needs the secrets for it if it may see them.
func RunWith(ctx context.Context, client kubernetes.Interface, gates Gates) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	lister := factory.Core().V1().Pods().Lister()

	var secretFactory informers.SharedInformerFactory
	var secrets corelisters.SecretLister
	if gates.Secrets {
		secretFactory = informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace("shop"))
		secrets = secretFactory.Core().V1().Secrets().Lister()
	}
	var local cache.SharedIndexInformer
	if gates.Local {
		local = coreinformers.NewPodInformer(client, "lab", 0, cache.Indexers{})
	}

	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	if gates.Secrets {
		secretFactory.Start(ctx.Done())
		secretFactory.WaitForCacheSync(ctx.Done())
		if found, err := secrets.List(labels.Everything()); err != nil || len(found) == 0 {
			return 0, errors.Join(err, errors.New("no secret"))
		}
	}
	if local != nil {
		go local.Run(ctx.Done())
	}
	pods, err := lister.List(labels.Everything())
	return len(pods), err
}
