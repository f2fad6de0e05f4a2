// What nobody calls defects nobody sees.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corev1 "k8s.io/client-go/listers/core/v1"
)

type controller struct {
	factory informers.SharedInformerFactory
	pods    corev1.PodLister
}

func (c *controller) list() { c.pods.List(nil) }

// Nobody calls it.
func newUnused(client kubernetes.Interface) *controller {
	f := informers.NewSharedInformerFactory(client, 0)
	c := &controller{factory: f, pods: f.Core().V1().Pods().Lister()}
	c.list()
	return c
}

// Only itself does, and what nobody calls, in a literal.
func newAgain(client kubernetes.Interface, again bool) *controller {
	f := informers.NewSharedInformerFactory(client, 0)
	c := &controller{factory: f, pods: f.Core().V1().Pods().Lister()}
	c.list()
	if again {
		return newAgain(client, false)
	}
	return c
}

func builds(client kubernetes.Interface) func() *controller {
	return func() *controller { return newAgain(client, true) }
}

// Nobody calls the method.
func (c *controller) unused(client kubernetes.Interface) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Core().V1().Pods().Lister().List(nil)
}

// Wrong: somebody calls each of these.
func newCalled(client kubernetes.Interface) *controller {
	f := informers.NewSharedInformerFactory(client, 0)
	c := &controller{factory: f, pods: f.Core().V1().Pods().Lister()}
	c.list()
	return c
}

func Calls(client kubernetes.Interface) { newCalled(client) }

func newGiven(client kubernetes.Interface) *controller {
	f := informers.NewSharedInformerFactory(client, 0)
	c := &controller{factory: f, pods: f.Core().V1().Pods().Lister()}
	c.list()
	return c
}

var constructors = map[string]func(kubernetes.Interface) *controller{"given": newGiven}

type lists interface{ listAll(kubernetes.Interface) }

func (c *controller) listAll(client kubernetes.Interface) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Core().V1().Pods().Lister().List(nil)
}

func All(l lists, client kubernetes.Interface) { l.listAll(client) }

func (c *controller) valued(client kubernetes.Interface) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Core().V1().Pods().Lister().List(nil)
}

func Value(c *controller) func(kubernetes.Interface) { return c.valued }

func newOf[T any](client kubernetes.Interface, of T) *controller {
	f := informers.NewSharedInformerFactory(client, 0)
	c := &controller{factory: f, pods: f.Core().V1().Pods().Lister()}
	c.list()
	return c
}

func Generic(client kubernetes.Interface) { newOf(client, 1) }

// Wrong: whoever imports this may call it.
func New(client kubernetes.Interface) *controller {
	f := informers.NewSharedInformerFactory(client, 0)
	c := &controller{factory: f, pods: f.Core().V1().Pods().Lister()}
	c.list()
	return c
}
