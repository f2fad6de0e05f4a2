// Package informers is the twin of client-go's informers: the reference factory
// behind the types that programs know. Namespaces and other options are taken
// and have no effect: the world of a scenario has one namespace.
package informers

import (
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/informerlint/informerlint/proof/twin/context"
	appsv1 "github.com/informerlint/informerlint/proof/twin/k8s.io/api/apps/v1"
	corev1 "github.com/informerlint/informerlint/proof/twin/k8s.io/api/core/v1"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/runtime/schema"
	appsinformers "github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/informers/apps/v1"
	coreinformers "github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/informers/core/v1"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/kubernetes"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/tools/cache"
	"github.com/informerlint/informerlint/proof/twin/world"
	"github.com/informerlint/informerlint/reference/factory"
	"github.com/informerlint/informerlint/reference/sched"
)

// A SharedInformerFactory is informers.SharedInformerFactory.
type SharedInformerFactory interface {
	Start(stop *sched.Chan[struct{}])
	StartWithContext(ctx context.Context)
	WaitForCacheSync(stop *sched.Chan[struct{}]) map[reflect.Type]bool
	WaitForCacheSyncWithContext(ctx context.Context) SyncResult
	Shutdown()
	ForResource(gvr schema.GroupVersionResource) (GenericInformer, error)
	Core() CoreGroup
	Apps() AppsGroup
}

// A GenericInformer is informers.GenericInformer.
type GenericInformer interface {
	Informer() cache.SharedIndexInformer
	Lister() cache.GenericLister
}

// A CoreGroup has the versions of the core group.
type CoreGroup struct {
	f *factory.SharedInformerFactory
}

// V1 has its accessors.
func (g CoreGroup) V1() coreinformers.Interface { return coreinformers.New(g.f) }

// An AppsGroup has the versions of the apps group.
type AppsGroup struct {
	f *factory.SharedInformerFactory
}

// V1 has its accessors.
func (g AppsGroup) V1() appsinformers.Interface { return appsinformers.New(g.f) }

// A SharedInformerOption has no effect.
type SharedInformerOption func()

// WithNamespace has no effect.
func WithNamespace(string) SharedInformerOption { return func() {} }

// NewSharedInformerFactory returns a factory of the current world. With a resync
// period its informers may have no handlers: nothing else is told.
func NewSharedInformerFactory(_ kubernetes.Interface, resync time.Duration) SharedInformerFactory {
	if resync != 0 {
		world.Current.Resyncs = true
	}
	return shared{factory.New(world.Current.Server, 0, world.Current.Profile, nil)}
}

// NewSharedInformerFactoryWithOptions is NewSharedInformerFactory.
func NewSharedInformerFactoryWithOptions(c kubernetes.Interface, resync time.Duration, _ ...SharedInformerOption) SharedInformerFactory {
	return NewSharedInformerFactory(c, resync)
}

type shared struct {
	ref *factory.SharedInformerFactory
}

func (s shared) Start(stop *sched.Chan[struct{}])     { s.ref.Start(stop) }
func (s shared) StartWithContext(ctx context.Context) { s.ref.Start(ctx.Done()) }
func (s shared) Shutdown()                            { s.ref.Shutdown() }

// ForResource is for who only passes it on: no program of the proof calls it on a typed
// factory.
func (s shared) ForResource(schema.GroupVersionResource) (GenericInformer, error) {
	world.Unsupported("ForResource of a typed factory")
	return nil, nil
}

func (s shared) Core() CoreGroup { return CoreGroup{s.ref} }
func (s shared) Apps() AppsGroup { return AppsGroup{s.ref} }

var types = map[string]reflect.Type{
	"pods": reflect.TypeOf(&corev1.Pod{}), "nodes": reflect.TypeOf(&corev1.Node{}), "namespaces": reflect.TypeOf(&corev1.Namespace{}),
	"services": reflect.TypeOf(&corev1.Service{}), "secrets": reflect.TypeOf(&corev1.Secret{}), "configmaps": reflect.TypeOf(&corev1.ConfigMap{}),
	"deployments": reflect.TypeOf(&appsv1.Deployment{}),
}

func (s shared) WaitForCacheSync(stop *sched.Chan[struct{}]) map[reflect.Type]bool {
	result := map[reflect.Type]bool{}
	for kind, ok := range s.ref.WaitForCacheSync(stop) {
		result[types[kind]] = ok
	}
	return result
}

// A SyncResult is cache.SyncResult.
type SyncResult struct{ err error }

// AsError says which informers have not synced.
func (r SyncResult) AsError() error { return r.err }

func (s shared) WaitForCacheSyncWithContext(ctx context.Context) SyncResult {
	var missing []string
	for kind, ok := range s.ref.WaitForCacheSync(ctx.Done()) {
		if !ok {
			missing = append(missing, kind)
		}
	}
	if len(missing) == 0 {
		return SyncResult{}
	}
	slices.Sort(missing)
	return SyncResult{fmt.Errorf("not synced: %v", missing)}
}
