// Method values: of a primitive, called, started and deferred, and of a method
// of the package.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func Run(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	start := f.Start
	pods := f.Core().V1().Pods().Informer
	start(stop)
	pods()
}

func Goes(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	start := f.Start
	go start(stop)
	f.Core().V1().Pods().Lister()
}

type server struct {
	f informers.SharedInformerFactory
}

func (s *server) start(stop <-chan struct{}) { s.f.Start(stop) }

func Method(client kubernetes.Interface, stop <-chan struct{}) {
	s := &server{informers.NewSharedInformerFactory(client, 0)}
	start := s.start
	start(stop)
	s.f.Core().V1().Pods().Lister()
}
