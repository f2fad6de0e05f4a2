// Package dynamicinformer is the twin of client-go's dynamic factories: the
// reference factory again, with resources for kinds and objects of no type.
package dynamicinformer

import (
	"time"

	metav1 "github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/apis/meta/v1"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/labels"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/runtime"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/runtime/schema"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/dynamic"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/informers"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/tools/cache"
	"github.com/informerlint/informerlint/proof/twin/world"
	"github.com/informerlint/informerlint/reference/apiserver"
	ref "github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/factory"
	"github.com/informerlint/informerlint/reference/sched"
)

// A DynamicSharedInformerFactory is dynamicinformer.DynamicSharedInformerFactory.
type DynamicSharedInformerFactory interface {
	Start(stop *sched.Chan[struct{}])
	ForResource(gvr schema.GroupVersionResource) informers.GenericInformer
	WaitForCacheSync(stop *sched.Chan[struct{}]) map[schema.GroupVersionResource]bool
	Shutdown()
}

// NewDynamicSharedInformerFactory returns a factory of the current world.
func NewDynamicSharedInformerFactory(_ dynamic.Interface, resync time.Duration) DynamicSharedInformerFactory {
	if resync != 0 {
		world.Unsupported("a resync period")
	}
	world.Current.Dynamic = func(o *apiserver.Object) any { return &unstructured.Unstructured{ObjectMeta: metav1.Meta(o)} }
	return &dynamicFactory{factory.New(world.Current.Server, 0, world.Current.Profile, nil), map[string]schema.GroupVersionResource{}}
}

type dynamicFactory struct {
	ref *factory.SharedInformerFactory
	gvr map[string]schema.GroupVersionResource
}

func (f *dynamicFactory) Start(stop *sched.Chan[struct{}]) { f.ref.Start(stop) }
func (f *dynamicFactory) Shutdown()                        { f.ref.Shutdown() }

// ForResource registers a resource at once, as client-go does: unlike the
// accessors of typed factories, which register when they are asked for more.
func (f *dynamicFactory) ForResource(gvr schema.GroupVersionResource) informers.GenericInformer {
	where := sched.AtSite()
	f.gvr[gvr.Resource] = gvr
	inf := f.ref.InformerFor(gvr.Resource)
	world.Current.Note(inf, where)
	return generic{inf, where}
}

func (f *dynamicFactory) WaitForCacheSync(stop *sched.Chan[struct{}]) map[schema.GroupVersionResource]bool {
	result := map[schema.GroupVersionResource]bool{}
	for kind, ok := range f.ref.WaitForCacheSync(stop) {
		result[f.gvr[kind]] = ok
	}
	return result
}

type generic struct {
	ref   *ref.SharedIndexInformer
	where string
}

func (g generic) Informer() cache.SharedIndexInformer { return cache.Wrap(g.ref, g.where) }
func (g generic) Lister() cache.GenericLister         { return g }

func (g generic) List(labels.Selector) ([]runtime.Object, error) {
	list := g.ref.GetStore().List()
	for i, o := range list {
		list[i] = world.Current.Typed(o)
	}
	return list, nil
}
