// Package v1 is the twin of the informer accessors of the core group. The types
// repeat each other as the generated ones of client-go do: rewritten programs
// name them, and their methods, one by one.
package v1

import (
	"time"

	"github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/kubernetes"
	listers "github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/listers/core/v1"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/tools/cache"
	"github.com/informerlint/informerlint/proof/twin/world"
	refcache "github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/factory"
	"github.com/informerlint/informerlint/reference/sched"
)

// An Interface has the accessors, which register nothing.
type Interface struct {
	f *factory.SharedInformerFactory
}

// New returns the accessors of a factory.
func New(f *factory.SharedInformerFactory) Interface { return Interface{f} }

// A PodInformer registers pods when it is asked for the informer or the lister.
type PodInformer interface {
	Informer() cache.SharedIndexInformer
	Lister() listers.PodLister
}

// Pods is an accessor.
func (i Interface) Pods() PodInformer { return podInformer(i) }

type podInformer struct {
	f *factory.SharedInformerFactory
}

func (i podInformer) Informer() cache.SharedIndexInformer {
	where := sched.AtSite()
	return cache.Wrap(i.f.InformerFor("pods"), where)
}

func (i podInformer) Lister() listers.PodLister {
	where := sched.AtSite()
	inf := i.f.InformerFor("pods")
	world.Current.Note(inf, where)
	return listers.NewPodLister(cache.Indexed(inf.GetStore()))
}

// A NodeInformer registers nodes when it is asked for the informer or the lister.
type NodeInformer interface {
	Informer() cache.SharedIndexInformer
	Lister() listers.NodeLister
}

// NewPodInformer returns an informer that belongs to no factory. Namespace and
// indexers have no effect.
func NewPodInformer(_ kubernetes.Interface, _ string, resync time.Duration, _ cache.Indexers) cache.SharedIndexInformer {
	return alone("pods", resync)
}

// NewNodeInformer returns an informer that belongs to no factory. Indexers have no
// effect.
func NewNodeInformer(_ kubernetes.Interface, resync time.Duration, _ cache.Indexers) cache.SharedIndexInformer {
	return alone("nodes", resync)
}

func alone(kind string, resync time.Duration) cache.SharedIndexInformer {
	if resync != 0 {
		world.Unsupported("a resync period")
	}
	w, where := world.Current, sched.AtSite()
	return cache.Wrap(refcache.NewSharedIndexInformer(w.Server, kind, 0, w.Profile, nil), where)
}

// Nodes is an accessor.
func (i Interface) Nodes() NodeInformer { return nodeInformer(i) }

type nodeInformer struct {
	f *factory.SharedInformerFactory
}

func (i nodeInformer) Informer() cache.SharedIndexInformer {
	where := sched.AtSite()
	return cache.Wrap(i.f.InformerFor("nodes"), where)
}

func (i nodeInformer) Lister() listers.NodeLister {
	where := sched.AtSite()
	inf := i.f.InformerFor("nodes")
	world.Current.Note(inf, where)
	return listers.NewNodeLister(cache.Indexed(inf.GetStore()))
}

// A NamespaceInformer registers namespaces when it is asked for the informer or the lister.
type NamespaceInformer interface {
	Informer() cache.SharedIndexInformer
	Lister() listers.NamespaceLister
}

// Namespaces is an accessor.
func (i Interface) Namespaces() NamespaceInformer { return namespaceInformer(i) }

type namespaceInformer struct {
	f *factory.SharedInformerFactory
}

func (i namespaceInformer) Informer() cache.SharedIndexInformer {
	where := sched.AtSite()
	return cache.Wrap(i.f.InformerFor("namespaces"), where)
}

func (i namespaceInformer) Lister() listers.NamespaceLister {
	where := sched.AtSite()
	inf := i.f.InformerFor("namespaces")
	world.Current.Note(inf, where)
	return listers.NewNamespaceLister(cache.Indexed(inf.GetStore()))
}

// A ServiceInformer registers services when it is asked for the informer or the lister.
type ServiceInformer interface {
	Informer() cache.SharedIndexInformer
	Lister() listers.ServiceLister
}

// Services is an accessor.
func (i Interface) Services() ServiceInformer { return serviceInformer(i) }

type serviceInformer struct {
	f *factory.SharedInformerFactory
}

func (i serviceInformer) Informer() cache.SharedIndexInformer {
	where := sched.AtSite()
	return cache.Wrap(i.f.InformerFor("services"), where)
}

func (i serviceInformer) Lister() listers.ServiceLister {
	where := sched.AtSite()
	inf := i.f.InformerFor("services")
	world.Current.Note(inf, where)
	return listers.NewServiceLister(cache.Indexed(inf.GetStore()))
}

// A SecretInformer registers secrets when it is asked for the informer or the lister.
type SecretInformer interface {
	Informer() cache.SharedIndexInformer
	Lister() listers.SecretLister
}

// Secrets is an accessor.
func (i Interface) Secrets() SecretInformer { return secretInformer(i) }

type secretInformer struct {
	f *factory.SharedInformerFactory
}

func (i secretInformer) Informer() cache.SharedIndexInformer {
	where := sched.AtSite()
	return cache.Wrap(i.f.InformerFor("secrets"), where)
}

func (i secretInformer) Lister() listers.SecretLister {
	where := sched.AtSite()
	inf := i.f.InformerFor("secrets")
	world.Current.Note(inf, where)
	return listers.NewSecretLister(cache.Indexed(inf.GetStore()))
}

// A ConfigMapInformer registers configmaps when it is asked for the informer or the lister.
type ConfigMapInformer interface {
	Informer() cache.SharedIndexInformer
	Lister() listers.ConfigMapLister
}

// ConfigMaps is an accessor.
func (i Interface) ConfigMaps() ConfigMapInformer { return configmapInformer(i) }

type configmapInformer struct {
	f *factory.SharedInformerFactory
}

func (i configmapInformer) Informer() cache.SharedIndexInformer {
	where := sched.AtSite()
	return cache.Wrap(i.f.InformerFor("configmaps"), where)
}

func (i configmapInformer) Lister() listers.ConfigMapLister {
	where := sched.AtSite()
	inf := i.f.InformerFor("configmaps")
	world.Current.Note(inf, where)
	return listers.NewConfigMapLister(cache.Indexed(inf.GetStore()))
}
