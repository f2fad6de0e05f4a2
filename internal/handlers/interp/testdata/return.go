package program

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

func before()
func work(name string)

func register(i cache.SharedInformer, ready bool) {
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		if !ready {
			return
		}
		before()
		pod, ok := obj.(*v1.Pod)
		if !ok {
			return
		}
		if pod.Status == "" || pod.Spec.NodeName == "" && pod.Name != "x" {
			return
		}
		work(pod.Name)
	}})
}
