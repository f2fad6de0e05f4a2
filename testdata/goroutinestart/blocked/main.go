// Package blocked runs an informer itself, and waits for it when it has been stopped.
package blocked

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Counter counts pods.
type Counter struct {
	informer cache.SharedIndexInformer
	lister   corelisters.PodLister
	pods     int
}

// NewCounter makes a counter.
func NewCounter(pods coreinformers.PodInformer) *Counter {
	return &Counter{informer: pods.Informer(), lister: pods.Lister()}
}

// Run counts until it is stopped.
func (c *Counter) Run(ctx context.Context) error {
	c.informer.Run(ctx.Done()) // want `\(goroutinestart/missing-go\)`
	if !cache.WaitForCacheSync(ctx.Done(), c.informer.HasSynced) {
		return errors.New("not synced")
	}
	return c.count(ctx)
}

func (c *Counter) count(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	list, err := c.lister.List(labels.Everything())
	c.pods = len(list)
	return err
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	c := NewCounter(factory.Core().V1().Pods())
	err := c.Run(ctx)
	return c.pods, err
}

// A Server serves from the lister.
type Server struct {
	informer cache.SharedIndexInformer
	lister   corelisters.PodLister
	closed   chan struct{}
}

// NewServer makes a server.
func NewServer(pods coreinformers.PodInformer) *Server {
	return &Server{informer: pods.Informer(), lister: pods.Lister(), closed: make(chan struct{})}
}

// Serve tells of its end when it returns. With go it would return, and tell, at once: what
// it needs as well is a wait for the context, which no fix makes up.
func (s *Server) Serve(ctx context.Context) error {
	defer close(s.closed)
	s.informer.Run(ctx.Done()) // want `\(goroutinestart/missing-go\)`
	if !cache.WaitForCacheSync(ctx.Done(), s.informer.HasSynced) {
		return errors.New("not synced")
	}
	go s.answer(ctx)
	return s.announce(ctx)
}

func (s *Server) answer(ctx context.Context) { <-ctx.Done() }

func (s *Server) announce(ctx context.Context) error {
	_, err := s.lister.List(labels.Everything())
	return errors.Join(err, ctx.Err())
}

// Serve runs a server.
func Serve(ctx context.Context, client kubernetes.Interface) error {
	return NewServer(informers.NewSharedInformerFactory(client, 0).Core().V1().Pods()).Serve(ctx)
}
