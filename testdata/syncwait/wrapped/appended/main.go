// Package appended lists what it waits for while it takes its listers, and lists
// the pods twice.
package appended

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

type controller struct {
	pods   corelisters.PodLister
	nodes  corelisters.NodeLister
	synced []cache.InformerSynced
}

func newController(pods coreinformers.PodInformer, nodes coreinformers.NodeInformer) *controller {
	c := &controller{}
	c.pods = pods.Lister()
	c.synced = append(c.synced, pods.Informer().HasSynced)
	c.nodes = nodes.Lister()
	c.synced = append(c.synced, pods.Informer().HasSynced) // want `pods.Informer\(\).HasSynced is awaited twice, and nodes.Informer\(\).HasSynced is not.*\(syncwait/duplicate-synced\)`
	return c
}

func (c *controller) await(ctx context.Context) error {
	if !cache.WaitForCacheSync(ctx.Done(), c.synced...) {
		return errors.New("not synced")
	}
	return nil
}

func (c *controller) count() (int, error) {
	pods, err := c.pods.List(labels.Everything())
	if err != nil || len(pods) == 0 {
		return 0, err
	}
	nodes, err := c.nodes.List(labels.Everything())
	return len(nodes), err
}

// Run counts the nodes, if there is a pod.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	c := newController(factory.Core().V1().Pods(), factory.Core().V1().Nodes())
	factory.Start(ctx.Done())
	if err := c.await(ctx); err != nil {
		return 0, err
	}
	return c.count()
}
