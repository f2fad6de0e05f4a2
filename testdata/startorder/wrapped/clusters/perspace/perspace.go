// Package perspace has a factory in the form of kcp's: its accessors, informers and
// listers are of all clusters, and their method Cluster gives those of one. Here a
// namespace is the cluster.
package perspace

import (
	"reflect"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// A SharedInformerOption changes a factory.
type SharedInformerOption func(*factory)

// A SharedInformerFactory has the informers of all clusters.
type SharedInformerFactory interface {
	Start(stop <-chan struct{})
	WaitForCacheSync(stop <-chan struct{}) map[reflect.Type]bool
	ForResource(schema.GroupVersionResource) (informers.GenericInformer, error)
	Core() Core
}

// Core has the versions of the group.
type Core interface{ V1() V1 }

// V1 has the resources of the version.
type V1 interface{ Pods() PodClusterInformer }

// A PodClusterInformer gives access to the pods of all clusters.
type PodClusterInformer interface {
	Cluster(name string) PodInformer
	Informer() ScopeableInformer
	Lister() PodClusterLister
}

// A PodInformer gives access to the pods of one cluster.
type PodInformer interface {
	Informer() cache.SharedIndexInformer
	Lister() corelisters.PodLister
}

// A ScopeableInformer is that of all clusters.
type ScopeableInformer interface {
	cache.SharedIndexInformer
	Cluster(name string) cache.SharedIndexInformer
}

// A PodClusterLister lists the pods of all clusters.
type PodClusterLister interface {
	List(labels.Selector) ([]*corev1.Pod, error)
	Cluster(name string) corelisters.PodLister
}

// NewSharedInformerFactory makes a factory.
func NewSharedInformerFactory(client kubernetes.Interface, options ...SharedInformerOption) SharedInformerFactory {
	f := &factory{SharedInformerFactory: informers.NewSharedInformerFactory(client, 0)}
	for _, option := range options {
		option(f)
	}
	return f
}

type factory struct {
	informers.SharedInformerFactory
}

func (f *factory) Core() Core                      { return core{f} }
func (f *factory) pods() coreinformers.PodInformer { return f.SharedInformerFactory.Core().V1().Pods() }

type core struct{ f *factory }

func (c core) V1() V1 { return v1(c) }

type v1 struct{ f *factory }

func (v v1) Pods() PodClusterInformer { return pods(v) }

type pods struct{ f *factory }

func (p pods) Informer() ScopeableInformer { return scopeable{p.f.pods().Informer()} }
func (p pods) Lister() PodClusterLister    { return lister{p.f.pods().Lister()} }
func (p pods) Cluster(name string) PodInformer {
	return ofCluster{p.Informer().Cluster(name), p.Lister().Cluster(name)}
}

type scopeable struct{ cache.SharedIndexInformer }

func (s scopeable) Cluster(string) cache.SharedIndexInformer { return s.SharedIndexInformer }

type lister struct{ corelisters.PodLister }

func (l lister) Cluster(string) corelisters.PodLister { return l.PodLister }

type ofCluster struct {
	informer cache.SharedIndexInformer
	lister   corelisters.PodLister
}

func (o ofCluster) Informer() cache.SharedIndexInformer { return o.informer }
func (o ofCluster) Lister() corelisters.PodLister       { return o.lister }
