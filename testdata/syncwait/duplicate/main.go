// Package duplicate waits for its pods twice, and never for its nodes.
package duplicate

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type counter struct {
	pods        corelisters.PodLister
	podsSynced  cache.InformerSynced
	nodes       corelisters.NodeLister
	nodesSynced cache.InformerSynced
}

func (c *counter) count(ctx context.Context) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done(), c.podsSynced, c.podsSynced) { // want `\(syncwait/duplicate-synced\)`
		return 0, errors.New("not synced")
	}
	if pods, err := c.pods.List(labels.Everything()); err != nil || len(pods) == 0 {
		return 0, err
	}
	nodes, err := c.nodes.List(labels.Everything())
	return len(nodes), err
}

// Run counts the nodes, if there are pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods, nodes := factory.Core().V1().Pods(), factory.Core().V1().Nodes()
	c := &counter{
		pods:        pods.Lister(),
		podsSynced:  pods.Informer().HasSynced,
		nodes:       nodes.Lister(),
		nodesSynced: nodes.Informer().HasSynced,
	}
	go pods.Informer().Run(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), c.podsSynced) {
		return 0, errors.New("not synced")
	}
	go nodes.Informer().Run(ctx.Done())
	return c.count(ctx)
}
