package program

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

func pods(name string)
func nodes(name string)
func others(obj interface{})

func register(i cache.SharedInformer) {
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		switch o := obj.(type) {
		case *v1.Pod:
			pods(o.Name)
		case *v1.Node:
			nodes(o.Name)
		case cache.DeletedFinalStateUnknown:
			others(o.Obj)
		default:
			panic("neither")
		}
	}})

	// The tombstone goes the way of the object that is in it.
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		if stone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			obj = stone.Obj
		}
		switch o := obj.(type) {
		case *v1.Pod:
			pods(o.Name)
		case *v1.Node:
			nodes(o.Name)
		}
	}})
}
