// A constructor keeps the factory in a hidden field; the methods of its type may
// run at any later time. Nothing starts the second one.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
)

type Server struct {
	good, bad informers.SharedInformerFactory
	pods      listers.PodLister
	nodes     listers.NodeLister
}

func New(client kubernetes.Interface) *Server {
	s := &Server{good: informers.NewSharedInformerFactory(client, 0), bad: informers.NewSharedInformerFactory(client, 0)}
	s.pods = s.good.Core().V1().Pods().Lister()
	s.nodes = s.bad.Core().V1().Nodes().Lister()
	return s
}

func (s *Server) Run(stop <-chan struct{}) { s.good.Start(stop) }
