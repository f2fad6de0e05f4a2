// Package cluster is the twin of controller-runtime's pkg/cluster.
package cluster

import (
	"github.com/informerlint/informerlint/proof/twin/context"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/runtime"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/rest"
	"github.com/informerlint/informerlint/proof/twin/sigs.k8s.io/controller-runtime/pkg/cache"
	"github.com/informerlint/informerlint/proof/twin/sigs.k8s.io/controller-runtime/pkg/client"
)

// A Cluster is cluster.Cluster.
type Cluster interface {
	GetAPIReader() client.Reader
	GetCache() cache.Cache
	GetClient() client.Client
	Start(ctx context.Context) error
}

// Options are cluster.Options.
type Options struct {
	Scheme    *runtime.Scheme
	Cache     cache.Options
	Client    client.Options
	NewCache  func(config *rest.Config, o cache.Options) (cache.Cache, error)
	NewClient func(config *rest.Config, o client.Options) (client.Client, error)
}

// An Option changes them.
type Option func(*Options)

// New returns a cluster with a cache, which its client reads from.
func New(config *rest.Config, opts ...Option) (Cluster, error) {
	var o Options
	for _, f := range opts {
		f(&o)
	}
	newCache := o.NewCache
	if newCache == nil {
		newCache = cache.New
	}
	c, err := newCache(config, o.Cache)
	if err != nil {
		return nil, err
	}
	if o.Client.Cache == nil {
		o.Client.Cache = &client.CacheOptions{}
	}
	if o.Client.Cache.Reader == nil {
		o.Client.Cache.Reader = c
	}
	newClient := o.NewClient
	if newClient == nil {
		newClient = client.New
	}
	cl, err := newClient(config, o.Client)
	return cluster{c, cl}, err
}

type cluster struct {
	cache  cache.Cache
	client client.Client
}

func (c cluster) GetAPIReader() client.Reader     { return client.Live{} }
func (c cluster) GetCache() cache.Cache           { return c.cache }
func (c cluster) GetClient() client.Client        { return c.client }
func (c cluster) Start(ctx context.Context) error { return c.cache.Start(ctx) }
