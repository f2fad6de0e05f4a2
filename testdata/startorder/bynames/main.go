// Package bynames starts the factories of its members, and then takes two of them,
// each by its name, for one informer of the same kind.
package bynames

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type members map[string]informers.SharedInformerFactory

func newMembers(client kubernetes.Interface, names ...string) members {
	all := make(members)
	for _, name := range names {
		all[name] = informers.NewSharedInformerFactory(client, 0)
	}
	return all
}

func (m members) start(ctx context.Context) {
	for _, factory := range m {
		factory.Start(ctx.Done())
	}
}

type counter struct {
	pods   listers.PodLister
	synced cache.InformerSynced
}

func newCounter(factory informers.SharedInformerFactory) *counter {
	pods := factory.Core().V1().Pods()
	return &counter{pods: pods.Lister(), synced: pods.Informer().HasSynced}
}

func (c *counter) count(ctx context.Context) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done(), c.synced) {
		return 0, ctx.Err()
	}
	pods, err := c.pods.List(labels.Everything())
	return len(pods), err
}

// Run counts the pods of two members, and returns the smaller number.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	all := newMembers(client, "near", "far")
	all.start(ctx) // want `\(startorder/late-registration\)`
	near := newCounter(all["near"])
	far := newCounter(all["far"])
	one, err := near.count(ctx)
	if err != nil {
		return 0, err
	}
	other, err := far.count(ctx)
	return min(one, other), err
}
