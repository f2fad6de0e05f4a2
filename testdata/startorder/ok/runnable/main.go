// Package runnable gives functions that start a factory to a manager that runs
// them when it pleases, and registers until the manager begins.
package runnable

import (
	"context"
	"sync"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// A Runnable blocks until ctx is done.
type Runnable interface {
	Start(ctx context.Context) error
}

// A RunnableFunc is a function that is a Runnable.
type RunnableFunc func(context.Context) error

// Start calls f.
func (f RunnableFunc) Start(ctx context.Context) error { return f(ctx) }

// A Manager runs what is added to it.
type Manager struct{ parts []Runnable }

// Add adds a part.
func (m *Manager) Add(part Runnable) error {
	m.parts = append(m.parts, part)
	return nil
}

// Start runs all parts, each in a goroutine, until one of them ends.
func (m *Manager) Start(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	errs := make(chan error, len(m.parts))
	var wg sync.WaitGroup
	defer wg.Wait()
	for _, part := range m.parts {
		wg.Go(func() { errs <- part.Start(ctx) })
	}
	defer cancel()
	return <-errs
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	m := &Manager{}
	count, synced := 0, make(chan struct{})
	if err := m.Add(RunnableFunc(func(ctx context.Context) error {
		factory.Start(ctx.Done())
		factory.WaitForCacheSync(ctx.Done())
		close(synced)
		<-ctx.Done()
		return nil
	})); err != nil {
		return 0, err
	}
	lister := factory.Core().V1().Pods().Lister()
	if err := m.Add(RunnableFunc(func(context.Context) error {
		<-synced
		pods, err := lister.List(labels.Everything())
		count = len(pods)
		return err
	})); err != nil {
		return 0, err
	}
	err := m.Start(ctx)
	return count, err
}
