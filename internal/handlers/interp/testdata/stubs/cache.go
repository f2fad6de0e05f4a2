// Package cache has what the programs need of k8s.io/client-go/tools/cache.
package cache

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

type SharedInformer interface {
	AddEventHandler(handler ResourceEventHandler)
}

func MetaNamespaceKeyFunc(obj interface{}) (string, error)
func DeletionHandlingMetaNamespaceKeyFunc(obj interface{}) (string, error)
