package program

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

func work(name string)

func register(i cache.SharedInformer, hook func(obj interface{}), next cache.ResourceEventHandler) {
	// A goroutine does its work as well.
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		go func() { work(obj.(*v1.Pod).Name) }()
	}})
	// What hands the object on as it came is a handler's caller.
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj interface{}) {
			hook(obj)
			next.OnDelete(obj)
		},
		UpdateFunc: func(a, b interface{}) { next.OnUpdate(a, b) },
	})
}
