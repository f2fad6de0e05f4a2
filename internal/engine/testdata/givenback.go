// A method of what is returned waits, and leaves an informer out: the wait is where it
// stands, and not the return, though who calls the method is not seen.
package p

import (
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type controller struct {
	nodes     listers.PodLister
	podSynced cache.InformerSynced
}

func newController(c kubernetes.Interface, stop <-chan struct{}) *controller {
	f := informers.NewSharedInformerFactory(c, 0)
	f.Core().V1().Pods().Informer()
	f.Start(stop)
	g := informers.NewSharedInformerFactory(c, 0)
	g.Core().V1().Pods().Informer()
	g.Start(stop)
	return &controller{
		nodes:     g.Core().V1().Pods().Lister(),
		podSynced: f.Core().V1().Pods().Informer().HasSynced,
	}
}

func (c *controller) run(stop <-chan struct{}) {
	if !cache.WaitForCacheSync(stop, c.podSynced) {
		return
	}
	wait.Until(func() { c.nodes.List(nil) }, 0, stop)
}

func (c *controller) count() int {
	all, _ := c.nodes.List(nil)
	return len(all)
}

type manager struct{ c *controller }

func (m *manager) run(stop <-chan struct{}) {
	go m.c.run(stop)
	wait.Until(func() { m.c.count() }, 0, stop)
}

func Main(c kubernetes.Interface, stop <-chan struct{}) {
	m := &manager{c: newController(c, stop)}
	m.run(stop)
}
