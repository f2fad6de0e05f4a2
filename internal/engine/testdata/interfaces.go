// A call through an interface of the package goes to the methods of the dynamic
// types that arrive. Of two that may hold an informer each is perhaps the one, so
// Two is silent.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

type starter interface{ start(stop <-chan struct{}) }

type one struct {
	f informers.SharedInformerFactory
}

func (o *one) start(stop <-chan struct{}) { o.f.Start(stop) }

type other struct {
	f informers.SharedInformerFactory
}

func (*other) start(stop <-chan struct{}) {}

func One(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	var s starter = &one{f}
	s.start(stop)
	f.Core().V1().Pods().Lister()
}

func Two(client kubernetes.Interface, stop <-chan struct{}, b bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	var s starter = &one{f}
	if b {
		s = &other{f}
	}
	s.start(stop)
	f.Core().V1().Pods().Lister()
}
