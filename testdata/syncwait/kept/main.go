// Package kept keeps the HasSynced of its pods and nodes, and waits for the pods.
package kept

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

type spreader struct {
	pods        corelisters.PodLister
	podsSynced  cache.InformerSynced
	nodes       corelisters.NodeLister
	nodesSynced cache.InformerSynced
}

func newSpreader(pods coreinformers.PodInformer, nodes coreinformers.NodeInformer) *spreader {
	s := &spreader{
		pods:       pods.Lister(),
		podsSynced: pods.Informer().HasSynced,
	}
	s.nodes = nodes.Lister()
	s.nodesSynced = nodes.Informer().HasSynced
	return s
}

// spread counts the nodes for the pods, if there are any.
func (s *spreader) spread(ctx context.Context) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done(), s.podsSynced) { // want `nothing asks s.nodesSynced.*what reads s.nodes may.*\(syncwait/forgotten-synced\)`
		return 0, errors.New("not synced")
	}
	pods, err := s.pods.List(labels.Everything())
	if err != nil || len(pods) == 0 {
		return 0, err
	}
	nodes, err := s.nodes.List(labels.Everything())
	return len(nodes), err
}

// Run counts the nodes.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	s := newSpreader(factory.Core().V1().Pods(), factory.Core().V1().Nodes())
	factory.Start(ctx.Done())
	return s.spread(ctx)
}
