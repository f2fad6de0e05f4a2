// Package multivalue takes listers and HasSynced functions in pairs, starts two
// factories in goroutines and checks the wait. Its stop channel is nil, which
// means that the informers never stop.
package multivalue

import (
	"errors"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// A Server answers from its caches.
type Server struct {
	pods    corelisters.PodLister
	secrets corelisters.SecretLister
}

// NewServer waits for its caches.
func NewServer(client kubernetes.Interface) (*Server, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	shop := informers.NewSharedInformerFactoryWithOptions(client, 0, informers.WithNamespace("shop"))
	pods, podsSynced := factory.Core().V1().Pods().Lister(), factory.Core().V1().Pods().Informer().HasSynced
	secrets, secretsSynced := shop.Core().V1().Secrets().Lister(), shop.Core().V1().Secrets().Informer().HasSynced

	var stop chan struct{}
	go factory.Start(stop)
	go shop.Start(stop)
	if !cache.WaitForCacheSync(stop, podsSynced, secretsSynced) {
		return nil, errors.New("caches did not sync")
	}
	return &Server{pods: pods, secrets: secrets}, nil
}

// Count counts pods and secrets.
func (s *Server) Count() (int, error) {
	pods, err := s.pods.List(labels.Everything())
	if err != nil {
		return 0, err
	}
	secrets, err := s.secrets.List(labels.Everything())
	return len(pods) + len(secrets), err
}
