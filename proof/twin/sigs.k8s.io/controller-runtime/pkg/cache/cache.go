// Package cache is the twin of controller-runtime's pkg/cache: the reference
// cache (reference/lazycache) behind the types that programs know.
package cache

import (
	"errors"

	"github.com/informerlint/informerlint/proof/twin/context"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/runtime"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/rest"
	clientgo "github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/tools/cache"
	"github.com/informerlint/informerlint/proof/twin/sigs.k8s.io/controller-runtime/pkg/client"
	"github.com/informerlint/informerlint/proof/twin/world"
	"github.com/informerlint/informerlint/reference/lazycache"
	"github.com/informerlint/informerlint/reference/sched"
)

// Options are cache.Options. Namespaces have no effect: the world of a scenario
// has one.
type Options struct {
	Scheme                      *runtime.Scheme
	DefaultNamespaces           map[string]Config
	ReaderFailOnMissingInformer bool
}

// A Config has no effect.
type Config struct{}

// An Informer is cache.Informer.
type Informer interface {
	AddEventHandler(h clientgo.ResourceEventHandler) (clientgo.ResourceEventHandlerRegistration, error)
	HasSynced() bool
	IsStopped() bool
}

// A Cache is cache.Cache.
type Cache interface {
	client.Reader
	GetInformer(ctx context.Context, obj client.Object, opts ...InformerGetOption) (Informer, error)
	RemoveInformer(ctx context.Context, obj client.Object) error
	Start(ctx context.Context) error
	WaitForCacheSync(ctx context.Context) bool
}

// InformerGetOptions are cache.InformerGetOptions.
type InformerGetOptions struct{ nonBlocking bool }

// An InformerGetOption changes them.
type InformerGetOption func(*InformerGetOptions)

// BlockUntilSynced is cache.BlockUntilSynced.
func BlockUntilSynced(block bool) InformerGetOption {
	return func(o *InformerGetOptions) { o.nonBlocking = !block }
}

// New returns a cache of the current world.
func New(_ *rest.Config, o Options) (Cache, error) {
	ref := lazycache.New(world.Current.Server, world.Current.Profile)
	ref.ReaderFailOnMissingInformer = o.ReaderFailOnMissingInformer
	return lazy{ref}, nil
}

type lazy struct{ ref *lazycache.Cache }

func form(obj any) lazycache.Form {
	if _, ok := obj.(interface{ OnlyMetadata() }); ok {
		return lazycache.Metadata
	}
	return lazycache.Structured
}

func inner(ctx context.Context) *sched.Context { return ctx.(*sched.Context) }

// unread notes a read that failed because nothing had started the cache.
func unread(err error) error {
	if errors.Is(err, lazycache.ErrCacheNotStarted) {
		world.Current.Unread = true
	}
	return err
}

func (c lazy) Get(ctx context.Context, key client.ObjectKey, obj client.Object, _ ...client.GetOption) error {
	o, err := c.ref.Get(inner(ctx), form(obj), world.KindOf(obj), client.Key(key))
	if err != nil {
		return unread(err)
	}
	obj.Assign(world.Current.Typed(o))
	return nil
}

func (c lazy) List(ctx context.Context, list client.ObjectList, _ ...client.ListOption) error {
	all, err := c.ref.List(inner(ctx), form(list), list.Kind())
	if err != nil {
		return unread(err)
	}
	list.Fill(client.Typed(all))
	return nil
}

func (c lazy) GetInformer(ctx context.Context, obj client.Object, opts ...InformerGetOption) (Informer, error) {
	where := sched.AtSite()
	var o InformerGetOptions
	for _, f := range opts {
		f(&o)
	}
	inf, err := c.ref.GetInformer(inner(ctx), form(obj), world.KindOf(obj), !o.nonBlocking)
	if err != nil {
		return nil, err
	}
	return clientgo.Wrap(inf, where), nil
}

func (c lazy) RemoveInformer(_ context.Context, obj client.Object) error {
	c.ref.RemoveInformer(form(obj), world.KindOf(obj))
	return nil
}

func (c lazy) Start(ctx context.Context) error           { return c.ref.Start(inner(ctx)) }
func (c lazy) WaitForCacheSync(ctx context.Context) bool { return c.ref.WaitForCacheSync(inner(ctx)) }
