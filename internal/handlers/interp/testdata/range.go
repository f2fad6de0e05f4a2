package program

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

func each(name string)
func plain(n int)

func register(i cache.SharedInformer, all map[string]int) {
	// Over a part of the object.
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		pod := obj.(*v1.Pod)
		for _, c := range pod.Spec.Containers {
			each(c)
		}
		for key, value := range pod.Labels {
			each(key + value)
		}
	}})
	// Over something else.
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		for _, n := range all {
			plain(n)
		}
		for n := range 3 {
			plain(n)
		}
	}})
}
