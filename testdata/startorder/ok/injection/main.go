// Package injection finds its informers in the context. Whoever put them there
// also runs them; Get only reads.
package injection

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/startorder/ok/injection/inject"
)

type reconciler struct {
	inject.Lister
}

func newReconciler(ctx context.Context) *reconciler {
	return &reconciler{inject.Get(ctx).Lister()}
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	ctx, informers := inject.Setup(ctx, client)
	r := newReconciler(ctx)
	for _, informer := range informers {
		go informer.Run(ctx.Done())
	}
	for _, informer := range informers {
		if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
			return 0, ctx.Err()
		}
	}
	pods, err := r.List(labels.Everything())
	return len(pods), err
}
