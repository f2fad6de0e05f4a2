package program

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

func try(name string) bool
func gave()
func step()

func register(i cache.SharedInformer, queue []string) {
	// for with a counter, break and continue.
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj interface{}) {
		pod := obj.(*v1.Pod)
		for n := 0; n < 3; n++ {
			if pod.Status == "" {
				continue
			}
			if try(pod.Name) {
				break
			}
			step()
		}
		gave()
	}})
	// for without a condition, ended by return.
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj interface{}) {
		for {
			step()
			if try(obj.(*v1.Pod).Name) {
				return
			}
		}
	}})
}
