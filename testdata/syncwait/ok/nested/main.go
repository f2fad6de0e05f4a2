// Package nested starts its informers in a constructor. A controller three calls
// below waits for the pods, and then looks by a timer whether there are nodes.
package nested

import (
	"context"
	"errors"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type controller struct {
	synced cache.InformerSynced
	nodes  corelisters.NodeLister
	found  chan int
}

func (c *controller) work(context.Context) {
	nodes, err := c.nodes.List(labels.Everything())
	if err == nil && len(nodes) > 0 {
		select {
		case c.found <- len(nodes):
		default:
		}
	}
}

func (c *controller) run(ctx context.Context) error {
	if !cache.WaitForCacheSync(ctx.Done(), c.synced) {
		return errors.New("not synced")
	}
	go wait.UntilWithContext(ctx, c.work, time.Millisecond)
	return nil
}

func newController(pods coreinformers.PodInformer, nodes coreinformers.NodeInformer) (*controller, error) {
	c := &controller{
		synced: pods.Informer().HasSynced,
		nodes:  nodes.Lister(),
		found:  make(chan int, 1),
	}
	_, err := pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{})
	return c, err
}

type approver struct{ ctrl *controller }

func newApprover(factory informers.SharedInformerFactory) (*approver, error) {
	c, err := newController(factory.Core().V1().Pods(), factory.Core().V1().Nodes())
	return &approver{c}, err
}

func (a *approver) run(ctx context.Context) error { return a.ctrl.run(ctx) }

type hub struct{ approver *approver }

func newHub(ctx context.Context, client kubernetes.Interface) (*hub, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	a, err := newApprover(factory)
	if err != nil {
		return nil, err
	}
	factory.Start(ctx.Done())
	return &hub{a}, nil
}

func (h *hub) run(ctx context.Context) error { return h.approver.run(ctx) }

// Run counts the nodes.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	h, err := newHub(ctx, client)
	if err != nil {
		return 0, err
	}
	if err := h.run(ctx); err != nil {
		return 0, err
	}
	select {
	case n := <-h.approver.ctrl.found:
		return n, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
