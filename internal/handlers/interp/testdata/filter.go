package program

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

func work(name string)

func register(i cache.SharedInformer) {
	i.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj interface{}) bool {
			pod, ok := obj.(*v1.Pod)
			if !ok {
				return false
			}
			return pod.Spec.NodeName != ""
		},
		Handler: cache.ResourceEventHandlerFuncs{
			DeleteFunc: func(obj interface{}) { work(obj.(*v1.Pod).Name) },
		},
	})
	i.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj interface{}) bool {
			switch o := obj.(type) {
			case *v1.Pod:
				return o.Status == "x"
			case cache.DeletedFinalStateUnknown:
				return true
			}
			return false
		},
		Handler: cache.ResourceEventHandlerFuncs{
			DeleteFunc: func(obj interface{}) {
				if _, ok := obj.(cache.DeletedFinalStateUnknown); ok {
					work("")
				}
			},
		},
	})
	// No cache has the structure of an object: it rejects all of them.
	i.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj interface{}) bool {
			_, ok := obj.(v1.Pod)
			return ok
		},
		Handler: cache.ResourceEventHandlerFuncs{
			DeleteFunc: func(obj interface{}) { work("") },
		},
	})
}
