// Package swap calls two of its methods in the wrong order.
package swap

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

type controller struct {
	factory informers.SharedInformerFactory
	pods    corelisters.PodLister
}

func (c *controller) startInformers(ctx context.Context) { c.factory.Start(ctx.Done()) }

func (c *controller) takeListers() { c.pods = c.factory.Core().V1().Pods().Lister() }

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	c := &controller{factory: informers.NewSharedInformerFactory(client, 0)}
	// The informers run until the program ends.
	c.startInformers(ctx) // want `\(startorder/late-registration\)`
	c.takeListers()
	c.factory.WaitForCacheSync(ctx.Done())

	pods, err := c.pods.List(labels.Everything())
	return len(pods), err
}
