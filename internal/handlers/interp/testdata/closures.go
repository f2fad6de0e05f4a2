package program

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

func work(name string)
func count(n int)

// The handler gets a function from where it is made.
func handler(then func(*v1.Pod)) func(obj interface{}) {
	return func(obj interface{}) {
		if pod, ok := obj.(*v1.Pod); ok {
			then(pod)
		}
	}
}

func register(i cache.SharedInformer) {
	n := 0
	convert := func(obj interface{}) *v1.Pod {
		if stone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			obj = stone.Obj
		}
		pod, _ := obj.(*v1.Pod)
		return pod
	}
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{
		// Captured, and called there and then.
		DeleteFunc: func(obj interface{}) {
			pod := convert(obj)
			if pod == nil {
				return
			}
			func() {
				work(pod.Name)
				n++
			}()
		},
		AddFunc: handler(func(pod *v1.Pod) { work(pod.Name) }),
		UpdateFunc: func(_, obj interface{}) {
			f := work
			if n > 3 {
				f = func(string) { count(n) }
			}
			f(obj.(*v1.Pod).Name)
		},
	})
}
