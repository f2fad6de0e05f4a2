// Package suite returns what its caller starts. Its tests, which a variable declares, as
// those of ginkgo do, start nothing.
package suite

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corev1listers "k8s.io/client-go/listers/core/v1"
)

// A Starter is what a command runs.
type Starter interface{ Start(stop <-chan struct{}) }

type server struct {
	factory informers.SharedInformerFactory
	pods    corev1listers.PodLister
}

// New returns a server that is not started.
func New(client kubernetes.Interface) Starter {
	factory := informers.NewSharedInformerFactory(client, 0)
	return &server{factory: factory, pods: factory.Core().V1().Pods().Lister()}
}

// Start begins to watch.
func (s *server) Start(stop <-chan struct{}) {
	s.factory.Start(stop)
	s.factory.WaitForCacheSync(stop)
}
