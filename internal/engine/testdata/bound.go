// Method values: of a primitive, called, started and deferred, and of a method
// of the package.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
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

func (s *server) factory() informers.SharedInformerFactory { return s.f }

func (s *server) list() { s.f.Core().V1().Pods().Lister() }

// Gives leaves the factory to whoever calls the method value.
func Gives(client kubernetes.Interface, give func(func() informers.SharedInformerFactory)) {
	s := &server{}
	give(s.factory)
	s.f = informers.NewSharedInformerFactory(client, 0)
	s.f.Core().V1().Pods().Lister().Pods("a").Get("b")
}

// Informs leaves an informer of it.
func Informs(client kubernetes.Interface, give func(func() cache.SharedIndexInformer)) {
	pods := informers.NewSharedInformerFactory(client, 0).Core().V1().Pods()
	give(pods.Informer)
	pods.Lister().Pods("a").Get("b")
}

// Keeps gives away a method that has no result: the factory stays, unstarted.
func Keeps(client kubernetes.Interface, give func(func())) {
	s := &server{informers.NewSharedInformerFactory(client, 0)}
	give(s.list)
	s.f.Core().V1().Pods().Lister().Pods("a").Get("b")
}
