// Package whenasked starts factories in goroutines of constructors: of one the
// informer has been asked for before, of another the first call lets the goroutine
// go on, and of a third each call starts the factory again.
package whenasked

import (
	"context"
	"sync"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A Counter counts pods.
type Counter struct {
	ctx     context.Context
	factory informers.SharedInformerFactory
	pods    coreinformers.PodInformer
	once    sync.Once
	asked   chan struct{}
}

func newCounter(ctx context.Context, client kubernetes.Interface) *Counter {
	factory := informers.NewSharedInformerFactory(client, 0)
	return &Counter{ctx: ctx, factory: factory, pods: factory.Core().V1().Pods(), asked: make(chan struct{})}
}

// Asked makes a counter that has asked for its informer.
func Asked(ctx context.Context, client kubernetes.Interface) *Counter {
	c := newCounter(ctx, client)
	c.pods.Informer()
	go c.factory.Start(ctx.Done())
	return c
}

// Asking makes a counter whose factory is started when it is first asked.
func Asking(ctx context.Context, client kubernetes.Interface) *Counter {
	c := newCounter(ctx, client)
	go func() {
		<-c.asked
		c.factory.Start(ctx.Done())
	}()
	return c
}

// Count counts the pods when it knows them all.
func (c *Counter) Count() (int, error) {
	informer := c.pods.Informer()
	c.once.Do(func() { close(c.asked) })
	if !cache.WaitForCacheSync(c.ctx.Done(), informer.HasSynced) {
		return 0, c.ctx.Err()
	}
	list, err := c.pods.Lister().List(labels.Everything())
	return len(list), err
}

// A Starter counts pods, too.
type Starter struct {
	ctx     context.Context
	factory informers.SharedInformerFactory
}

// Starting makes a counter that starts its factory whenever it is asked.
func Starting(ctx context.Context, client kubernetes.Interface) *Starter {
	s := &Starter{ctx: ctx, factory: informers.NewSharedInformerFactory(client, 0)}
	go s.factory.Start(ctx.Done())
	return s
}

// Count counts the pods when it knows them all.
func (s *Starter) Count() (int, error) {
	pods := s.factory.Core().V1().Pods().Lister()
	s.factory.Start(s.ctx.Done())
	s.factory.WaitForCacheSync(s.ctx.Done())
	list, err := pods.List(labels.Everything())
	return len(list), err
}

// Run counts the pods in three ways.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	one, err := Asked(ctx, client).Count()
	if err != nil {
		return 0, err
	}
	two, err := Asking(ctx, client).Count()
	if err != nil {
		return 0, err
	}
	three, err := Starting(ctx, client).Count()
	return min(one, two, three), err
}
