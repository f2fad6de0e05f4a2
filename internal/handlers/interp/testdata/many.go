package program

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

func work(n int)

// Ten conditions in a row that each do something are 1024 ways, too many to be
// told apart: ways that meet are one, and what is done on it may be done.
func register(i cache.SharedInformer) {
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		pod := obj.(*v1.Pod)
		if pod.Status == "0" {
			work(0)
		}
		if pod.Status == "1" {
			work(1)
		}
		if pod.Status == "2" {
			work(2)
		}
		if pod.Status == "3" {
			work(3)
		}
		if pod.Status == "4" {
			work(4)
		}
		if pod.Status == "5" {
			work(5)
		}
		if pod.Status == "6" {
			work(6)
		}
		if pod.Status == "7" {
			work(7)
		}
		if pod.Status == "8" {
			work(8)
		}
		if pod.Status == "9" {
			work(9)
		}
	}})
}
