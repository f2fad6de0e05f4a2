// A factory in a narrow interface of the package, which says nothing of its
// role: the value is known, so the method is the primitive. Where a type of the
// package may be there instead, the Start of Perhaps is not certain: silent.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

type starter interface{ Start(stop <-chan struct{}) }

func start(s starter, stop <-chan struct{}) { s.Start(stop) }

func Run(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	start(f, stop)
	f.Core().V1().Pods().Lister()
}

type quiet struct {
	f informers.SharedInformerFactory
}

func (*quiet) Start(stop <-chan struct{}) {}

func Perhaps(client kubernetes.Interface, stop <-chan struct{}, b bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	var s starter = f
	if b {
		s = &quiet{f}
	}
	s.Start(stop)
	f.Core().V1().Pods().Lister()
}
