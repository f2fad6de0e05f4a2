// Package bykey has a factory for each namespace, and starts them all before a
// constructor takes one of them by its namespace.
package bykey

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
)

type byNamespace interface {
	Start(stop <-chan struct{})
	Of(namespace string) informers.SharedInformerFactory
}

type factories map[string]informers.SharedInformerFactory

func newFactories(client kubernetes.Interface, namespaces ...string) byNamespace {
	all := factories{}
	for _, namespace := range namespaces {
		if namespace == "" {
			all[""] = informers.NewSharedInformerFactory(client, 0)
			continue
		}
		all[namespace] = informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace(namespace))
	}
	return all
}

func (f factories) Start(stop <-chan struct{}) {
	for _, factory := range f {
		factory.Start(stop)
	}
}

func (f factories) Of(namespace string) informers.SharedInformerFactory { return f[namespace] }

type controller struct {
	pods listers.PodLister
}

func newController(all byNamespace) *controller {
	return &controller{pods: all.Of("shop").Core().V1().Pods().Lister()}
}

// Run counts the pods of the shop.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	all := newFactories(client, "", "shop")
	all.Start(ctx.Done()) // want `\(startorder/late-registration\)`
	c := newController(all)
	all.Of("shop").WaitForCacheSync(ctx.Done())
	pods, err := c.pods.List(labels.Everything())
	return len(pods), err
}
