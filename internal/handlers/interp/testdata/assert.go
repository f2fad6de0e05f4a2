package program

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

func work(name string)
func failed()

type named interface{ GetName() string }

func register(i cache.SharedInformer) {
	// Without ok: a tombstone panics.
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		work(obj.(*v1.Pod).Name)
	}})
	// With ok: a tombstone is dropped.
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		if pod, ok := obj.(*v1.Pod); ok {
			work(pod.Name)
		} else {
			failed()
		}
	}})
	// To an interface: an object has it, a tombstone has not.
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		work(obj.(named).GetName())
	}})
	// Unwrapped.
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		pod, ok := obj.(*v1.Pod)
		if !ok {
			stone, ok := obj.(cache.DeletedFinalStateUnknown)
			if !ok {
				return
			}
			pod, ok = stone.Obj.(*v1.Pod)
			if !ok {
				return
			}
		}
		work(pod.Name)
	}})
	// To a pointer, which never comes.
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		if stone, ok := obj.(*cache.DeletedFinalStateUnknown); ok {
			obj = stone.Obj
		}
		if pod, ok := obj.(*v1.Pod); ok {
			work(pod.Name)
		}
	}})
	// The nil that a failed assertion leaves is used.
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		pod, _ := obj.(*v1.Pod)
		work(pod.Name)
	}})
	// ... or tested.
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		pod, _ := obj.(*v1.Pod)
		if pod != nil {
			work(pod.Name)
		}
	}})
}
