// Fields: stored and loaded through a pointer, copied with the structure, and of
// an embedded structure.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
)

type base struct {
	factory informers.SharedInformerFactory
}

func (b *base) start(stop <-chan struct{}) { b.factory.Start(stop) }

type server struct {
	base
	lister listers.PodLister
}

func Run(client kubernetes.Interface, stop <-chan struct{}) {
	s := &server{}
	s.factory = informers.NewSharedInformerFactory(client, 0)
	s.start(stop)
	s.lister = s.factory.Core().V1().Pods().Lister()
}

func Copied(client kubernetes.Interface, stop <-chan struct{}) {
	a := base{informers.NewSharedInformerFactory(client, 0)}
	b := a
	b.factory.Start(stop)
	a.factory.Core().V1().Pods().Lister()
}
