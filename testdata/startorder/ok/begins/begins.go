// Package begins registers before it starts. A test of a part of it does not.
package begins

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

type service struct {
	factory informers.SharedInformerFactory
}

func newService(client kubernetes.Interface) *service {
	return &service{factory: informers.NewSharedInformerFactory(client, 0)}
}

// Run watches pods, and returns how many there are at first.
func Run(client kubernetes.Interface, stop <-chan struct{}) int {
	s := newService(client)
	s.register()
	s.start(stop)
	return s.count()
}

func (s *service) register() { s.factory.Core().V1().Pods().Informer() }

func (s *service) start(stop <-chan struct{}) {
	s.factory.Start(stop)
	s.factory.WaitForCacheSync(stop)
}

func (s *service) count() int { return len(s.factory.Core().V1().Pods().Informer().GetStore().List()) }
