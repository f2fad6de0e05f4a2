// Package hooks has one hook start and wait and close a channel, for which
// another hook waits before it reads.
package hooks

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

type server struct {
	hooks map[string]func(context.Context) error
}

func (s *server) addHook(name string, hook func(context.Context) error) {
	if s.hooks == nil {
		s.hooks = make(map[string]func(context.Context) error)
	}
	s.hooks[name] = hook
}

func (s *server) run(ctx context.Context) error {
	results := make(chan error, len(s.hooks))
	for _, hook := range s.hooks {
		go func() { results <- hook(ctx) }()
	}
	var err error
	for range s.hooks {
		err = errors.Join(err, <-results)
	}
	return err
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	lister := factory.Core().V1().Pods().Lister()
	synced := make(chan struct{})
	count := 0
	s := &server{}
	s.addHook("caches", func(ctx context.Context) error {
		factory.Start(ctx.Done())
		factory.WaitForCacheSync(ctx.Done())
		close(synced)
		return nil
	})
	s.addHook("controller", func(ctx context.Context) error {
		<-synced
		pods, err := lister.List(labels.Everything())
		count = len(pods)
		return err
	})
	err := s.run(ctx)
	return count, err
}
