// Package cache has what the programs need of k8s.io/client-go/tools/cache.
package cache

import (
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
)

type DeletedFinalStateUnknown struct {
	Key string
	Obj interface{}
}

type ResourceEventHandler interface {
	OnAdd(obj interface{}, isInInitialList bool)
	OnUpdate(oldObj, newObj interface{})
	OnDelete(obj interface{})
}

type ResourceEventHandlerFuncs struct {
	AddFunc    func(obj interface{})
	UpdateFunc func(oldObj, newObj interface{})
	DeleteFunc func(obj interface{})
}

func (ResourceEventHandlerFuncs) OnAdd(obj interface{}, isInInitialList bool)
func (ResourceEventHandlerFuncs) OnUpdate(oldObj, newObj interface{})
func (ResourceEventHandlerFuncs) OnDelete(obj interface{})

type FilteringResourceEventHandler struct {
	FilterFunc func(obj interface{}) bool
	Handler    ResourceEventHandler
}

func (FilteringResourceEventHandler) OnAdd(obj interface{}, isInInitialList bool)
func (FilteringResourceEventHandler) OnUpdate(oldObj, newObj interface{})
func (FilteringResourceEventHandler) OnDelete(obj interface{})

type ResourceEventHandlerRegistration interface{ HasSynced() bool }

type TransformFunc func(interface{}) (interface{}, error)

type InformerSynced func() bool

type Controller interface {
	Run(stopCh <-chan struct{})
	HasSynced() bool
	LastSyncResourceVersion() string
}

type Store interface {
	Add(obj interface{}) error
	List() []interface{}
	GetByKey(key string) (item interface{}, exists bool, err error)
}

type Indexer interface {
	Store
	ByIndex(indexName, indexedValue string) ([]interface{}, error)
}

type HandlerOptions struct{ ResyncPeriod *time.Duration }

type SharedInformer interface {
	AddEventHandler(handler ResourceEventHandler) (ResourceEventHandlerRegistration, error)
	AddEventHandlerWithResyncPeriod(handler ResourceEventHandler, resyncPeriod time.Duration) (ResourceEventHandlerRegistration, error)
	AddEventHandlerWithOptions(handler ResourceEventHandler, options HandlerOptions) (ResourceEventHandlerRegistration, error)
	GetStore() Store
	Run(stopCh <-chan struct{})
	HasSynced() bool
	LastSyncResourceVersion() string
	SetTransform(handler TransformFunc) error
}

type SharedIndexInformer interface {
	SharedInformer
	GetIndexer() Indexer
}

type GenericLister interface {
	List(selector labels.Selector) ([]runtime.Object, error)
}

type ListerWatcher interface {
	List() (runtime.Object, error)
}

func NewSharedIndexInformer(lw ListerWatcher, exampleObject runtime.Object, defaultResync time.Duration, indexers map[string]int) SharedIndexInformer
func NewInformer(lw ListerWatcher, objType runtime.Object, resync time.Duration, h ResourceEventHandler) (Store, Controller)
func WaitForCacheSync(stopCh <-chan struct{}, cacheSyncs ...InformerSynced) bool
func MetaNamespaceKeyFunc(obj interface{}) (string, error)
func DeletionHandlingMetaNamespaceKeyFunc(obj interface{}) (string, error)
func SplitMetaNamespaceKey(key string) (namespace, name string, err error)
