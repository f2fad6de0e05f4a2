package program

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

type kept struct {
	last *v1.Pod
	pods map[string]*v1.Pod
}

func work(name string)

// asPod sets a default in the object that it returns.
func asPod(obj interface{}) (*v1.Pod, bool) {
	if pod, ok := obj.(*v1.Pod); ok {
		defaults(pod)
		return pod, true
	}
	return nil, false
}

func defaults(pod *v1.Pod) {
	if pod.Spec.NodeName == "" {
		pod.Spec.NodeName = "none"
	}
	for i := range pod.Spec.Containers {
		pod.Spec.Containers[i] = "x"
	}
}

func register(i cache.SharedInformer, k *kept) {
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		pod, ok := asPod(obj)
		if !ok {
			tombstone, ok := obj.(cache.DeletedFinalStateUnknown)
			if !ok {
				return
			}
			if pod, ok = tombstone.Obj.(*v1.Pod); !ok {
				return
			}
		}
		work(pod.Name)
	}})
	// What is kept is another object: a change of it is work.
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		if pod, ok := obj.(*v1.Pod); ok {
			k.last.Status = pod.Status
			k.pods[pod.Name].Status = "gone"
		}
	}})
}

func mark(pod *v1.Pod, by string) { pod.Status = by }

// What is found by the name of the object is not the object, also in a helper.
func found(i cache.SharedInformer, k *kept) {
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		if pod, ok := obj.(*v1.Pod); ok {
			mark(k.pods[pod.Name], pod.Name)
			mark(pod, pod.Name)
		}
	}})
}
