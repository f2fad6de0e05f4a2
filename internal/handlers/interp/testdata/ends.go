package program

import (
	"os"

	"k8s.io/klog/v2"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

func work(name string)

func register(i cache.SharedInformer, strict bool) {
	// What panics or exits only with a tombstone.
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		pod, ok := obj.(*v1.Pod)
		if !ok {
			if strict {
				panic("not a pod")
			}
			klog.Infof("not a pod")
			os.Exit(1)
		}
		work(pod.Name)
	}})
	// What panics after work. Both calls of work are the same work, of which the
	// object has a part in one: both say so.
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		work("")
		if strict {
			panic("strict")
		}
		work(obj.(*v1.Pod).Name)
	}})
}
