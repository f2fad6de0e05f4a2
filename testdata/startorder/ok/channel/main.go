// Package channel registers in a goroutine, which closes a channel when it is
// done; Start waits for that.
package channel

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// Run counts the secrets.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	var lister corelisters.SecretLister
	registered := make(chan struct{})
	go func() {
		defer close(registered)
		lister = factory.Core().V1().Secrets().Lister()
	}()

	<-registered
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	secrets, err := lister.List(labels.Everything())
	return len(secrets), err
}
