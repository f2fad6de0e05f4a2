package program

import (
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

var keyOf = cache.MetaNamespaceKeyFunc

func register(i cache.SharedInformer, queue workqueue.Interface) {
	// One that does not know tombstones.
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		key, err := keyOf(obj)
		if err != nil {
			return
		}
		queue.Add(key)
	}})
	// One that does.
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
			queue.Add(key)
		}
	}})
	// The key that is in the tombstone.
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		if stone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			queue.Add(stone.Key)
			return
		}
		key, _ := cache.MetaNamespaceKeyFunc(obj)
		queue.Add(key)
	}})
}
