// Package correlated starts its factory if pods are wanted, and takes the lister only
// afterwards. Without pods it does neither: that way is no excuse.
package correlated

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

type options struct {
	pods      bool
	namespace string
}

func count(ctx context.Context, client kubernetes.Interface, opts *options) (int, error) {
	factory := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(opts.namespace))
	if opts.pods {
		factory.Start(ctx.Done()) // want `\(startorder/late-registration\)`
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if !opts.pods {
		return 0, nil
	}
	lister := factory.Core().V1().Pods().Lister()
	factory.WaitForCacheSync(ctx.Done())
	pods, err := lister.List(labels.Everything())
	return len(pods), err
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	return count(ctx, client, &options{pods: true})
}
