package program

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

func first(name string)
func second(name string)
func third(name string)

func register(i cache.SharedInformer) {
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		pod, ok := obj.(*v1.Pod)
		if !ok {
			return
		}
		switch pod.Status {
		case "a", "b":
			first(pod.Name)
		case "c":
			second(pod.Name)
			fallthrough
		default:
			third(pod.Name)
		}
	}})
}
