// Package starters collects whatever can be started, and starts all of it at
// the end.
package starters

import (
	"context"
	"log"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type starter interface {
	Start(stop <-chan struct{})
}

type starterFunc func(<-chan struct{})

func (f starterFunc) Start(stop <-chan struct{}) { go f(stop) }

type server struct {
	starters []starter
	synced   []cache.InformerSynced
}

func (s *server) add(part starter, synced ...cache.InformerSynced) {
	s.starters = append(s.starters, part)
	s.synced = append(s.synced, synced...)
}

func (s *server) run(ctx context.Context) bool {
	for i := range s.starters {
		log.Printf("part %d begins", i)
		s.starters[i].Start(ctx.Done())
	}
	return cache.WaitForCacheSync(ctx.Done(), s.synced...)
}

// Run counts pairs of a pod and a secret.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	s := &server{}
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	s.add(factory, pods.Informer().HasSynced)
	secrets := coreinformers.NewSecretInformer(client, "shop", 0, cache.Indexers{})
	s.add(starterFunc(secrets.Run), secrets.HasSynced)
	lister := pods.Lister()

	if !s.run(ctx) {
		return 0, ctx.Err()
	}
	found, err := lister.List(labels.Everything())
	return len(found) * len(secrets.GetStore().List()), err
}
