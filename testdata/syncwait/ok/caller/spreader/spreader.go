// Package spreader forgets to wait for its nodes; who runs it has waited for all informers.
package spreader

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/labels"
	coreinformers "k8s.io/client-go/informers/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Spreader counts the nodes.
type Spreader struct {
	pods        corelisters.PodLister
	podsSynced  cache.InformerSynced
	nodes       corelisters.NodeLister
	nodesSynced cache.InformerSynced
}

// New gets the informers of its caller.
func New(pods coreinformers.PodInformer, nodes coreinformers.NodeInformer) *Spreader {
	return &Spreader{
		pods:        pods.Lister(),
		podsSynced:  pods.Informer().HasSynced,
		nodes:       nodes.Lister(),
		nodesSynced: nodes.Informer().HasSynced,
	}
}

// Spread counts the nodes for the pods, if there are any.
func (s *Spreader) Spread(ctx context.Context) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done(), s.podsSynced) {
		return 0, errors.New("not synced")
	}
	pods, err := s.pods.List(labels.Everything())
	if err != nil || len(pods) == 0 {
		return 0, err
	}
	nodes, err := s.nodes.List(labels.Everything())
	return len(nodes), err
}
