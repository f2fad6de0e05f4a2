// Package methods keeps an accessor whose informer two methods ask for, each of
// them only when it is called, which is after the factory was started.
package methods

import (
	"context"

	"golang.org/x/sync/errgroup"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
)

type placer struct {
	core coreinformers.Interface
}

func newPlacer(ctx context.Context, client kubernetes.Interface) *placer {
	factory := informers.NewSharedInformerFactory(client, 0)
	p := &placer{core: factory.Core().V1()}
	p.core.Nodes().Informer()
	factory.Start(ctx.Done()) // want `factory.Start runs before Lister\(\) registers the Pod informer.*\(startorder/late-registration\)`
	factory.WaitForCacheSync(ctx.Done())
	return p
}

func (p *placer) fits() (int, error) {
	nodes, err := p.core.Nodes().Lister().List(labels.Everything())
	if err != nil {
		return 0, err
	}
	pods, err := p.core.Pods().Lister().List(labels.Everything())
	return len(nodes) * len(pods), err
}

func (p *placer) score() (int, error) {
	pods, err := p.core.Pods().Lister().List(labels.Everything())
	return len(pods), err
}

// Run adds up what both methods say.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	p := newPlacer(ctx, client)
	var group errgroup.Group
	var fits, score int
	group.Go(func() (err error) {
		fits, err = p.fits()
		return err
	})
	group.Go(func() (err error) {
		score, err = p.score()
		return err
	})
	err := group.Wait()
	return fits + score, err
}
