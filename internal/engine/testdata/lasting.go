// Hidden fields that are filled at times, and structures that begin as a value. A method
// that ends only when it is told to (runLasting) is not called again before that, so that
// what it fills is its own; one that may end before (runHasty) may find there what an
// earlier call has left. A structure that is a literal in a variable (written) is filled by
// nobody else; one that is copied from another (copied) may be.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

type keeper struct {
	client  kubernetes.Interface
	ready   bool
	lasting informers.SharedInformerFactory
	hasty   informers.SharedInformerFactory
}

func (k *keeper) runLasting(stop <-chan struct{}, all bool) {
	if all {
		k.lasting = informers.NewSharedInformerFactory(k.client, 0)
	}
	k.lasting.Start(stop)
	<-stop
}

func (k *keeper) runHasty(stop <-chan struct{}, all bool) {
	if all {
		k.hasty = informers.NewSharedInformerFactory(k.client, 0)
	}
	k.hasty.Start(stop)
	if k.ready {
		return
	}
	<-stop
}

type written struct {
	client kubernetes.Interface
	f      informers.SharedInformerFactory
}

func newWritten(client kubernetes.Interface) *written {
	w := written{client: client}
	w.hello()
	return &w
}

func (w *written) hello() {}

func (w *written) run(stop <-chan struct{}) {
	w.f = informers.NewSharedInformerFactory(w.client, 0)
	w.f.Start(stop)
}

type copied struct {
	client kubernetes.Interface
	f      informers.SharedInformerFactory
}

func (c *copied) from(other *copied) { *c = *other }

func (c *copied) run(stop <-chan struct{}) {
	c.f = informers.NewSharedInformerFactory(c.client, 0)
	c.f.Start(stop)
}
