// Steps that are not followed: another package, an interface, a container, a read where nothing is started, and a function that nobody calls.
package p

import (
	"example.com/elsewhere"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
)

type starter interface {
	Start(stop <-chan struct{})
}

type server struct {
	pods     listers.PodLister
	informer map[string]informers.SharedInformerFactory
	starter  starter
}

func Hands(client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	elsewhere.Take(factory)
	factory.Core().V1().Pods().Lister()
}

func (s *server) start(name string, stop <-chan struct{}) {
	s.informer[name].Start(stop)
	s.starter.Start(stop)
}

func (s *server) count() int {
	pods, _ := s.pods.List(labels.Everything())
	return len(pods)
}

func alone(factory informers.SharedInformerFactory) {
	factory.Core().V1().Pods().Lister()
}
