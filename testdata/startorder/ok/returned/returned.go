// Package returned gives factories away in every manner: as a result, in an
// exported field, as the function that starts them, in a context, to a
// stranger. What becomes of them there is not known.
package returned

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// Factory registers pods and leaves Start to its caller.
func Factory(client kubernetes.Interface) (informers.SharedInformerFactory, corelisters.PodLister) {
	factory := informers.NewSharedInformerFactory(client, 0)
	return factory, factory.Core().V1().Pods().Lister()
}

// Options have the factory for everybody to start.
type Options struct {
	Informers informers.SharedInformerFactory
	Pods      corelisters.PodLister
}

// NewOptions returns options with a factory that is not started.
func NewOptions(client kubernetes.Interface) *Options {
	factory := informers.NewSharedInformerFactory(client, 0)
	return &Options{Informers: factory, Pods: factory.Core().V1().Pods().Lister()}
}

// Secrets returns the lister together with what starts it.
func Secrets(client kubernetes.Interface) (corelisters.SecretLister, func(<-chan struct{})) {
	factory := informers.NewSharedInformerFactory(client, 0)
	return factory.Core().V1().Secrets().Lister(), factory.Start
}

type factoryKey struct{}

// InContext puts the factory into the context.
func InContext(ctx context.Context, client kubernetes.Interface) (context.Context, corelisters.NodeLister) {
	factory := informers.NewSharedInformerFactory(client, 0)
	return context.WithValue(ctx, factoryKey{}, factory), factory.Core().V1().Nodes().Lister()
}

// A Host takes parts of a program.
type Host interface{ Adopt(part any) }

// Adopted hands the factory to a stranger and registers after that.
func Adopted(host Host, client kubernetes.Interface) corelisters.ServiceLister {
	factory := informers.NewSharedInformerFactory(client, 0)
	host.Adopt(factory)
	return factory.Core().V1().Services().Lister()
}

// shared is started by whoever imports the package.
var shared informers.SharedInformerFactory

// Init makes the shared factory.
func Init(client kubernetes.Interface) { shared = informers.NewSharedInformerFactory(client, 0) }

// SharedPods registers on it.
func SharedPods() corelisters.PodLister { return shared.Core().V1().Pods().Lister() }

// Start starts it.
func Start(stop <-chan struct{}) { shared.Start(stop) }

// A component tells by a method which factory it has.
type component struct {
	informers informers.SharedInformerFactory
}

func (c *component) factory() informers.SharedInformerFactory { return c.informers }

// Told gives the method away as a value, before there is a factory.
func Told(host Host, client kubernetes.Interface) corelisters.PodLister {
	c := &component{}
	host.Adopt(c.factory)
	c.informers = informers.NewSharedInformerFactory(client, 0)
	return c.informers.Core().V1().Pods().Lister()
}

// Informer gives away the method value of an accessor: who calls it has the
// informer, and may run it.
func Informer(host Host, client kubernetes.Interface) corelisters.PodLister {
	pods := informers.NewSharedInformerFactory(client, 0).Core().V1().Pods()
	host.Adopt(pods.Informer)
	return pods.Lister()
}
