// Package unused has constructors that nobody calls, only a test, or only a file that is
// left out here: they start later, or their callers do.
package unused

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type counter struct {
	pods corelisters.PodLister
}

func (c *counter) count() (int, error) {
	pods, err := c.pods.List(labels.Everything())
	return len(pods), err
}

// Run counts pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	c, synced := &counter{pods.Lister()}, pods.Informer().HasSynced
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), synced) {
		return 0, ctx.Err()
	}
	return c.count()
}

// newTested is called by a test only, which fills the store.
func newTested(client kubernetes.Interface) (*counter, cache.Store) {
	pods := informers.NewSharedInformerFactory(client, 0).Core().V1().Pods()
	return &counter{pods.Lister()}, pods.Informer().GetStore()
}

// newTagged is called where the tag is set.
func newTagged(client kubernetes.Interface) (int, error) {
	c := &counter{informers.NewSharedInformerFactory(client, 0).Core().V1().Pods().Lister()}
	return c.count()
}

// newLater is for what is to come.
func newLater(client kubernetes.Interface) func() (int, error) {
	c := &counter{informers.NewSharedInformerFactory(client, 0).Core().V1().Pods().Lister()}
	return c.count
}
