package program

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

type store struct{ pods map[string]string }

func (s *store) remove(obj interface{}) {
	pod := obj.(*v1.Pod)
	if pod.Status == "done" {
		delete(s.pods, pod.Name)
	} else if pod.Spec.NodeName == "" {
		return
	}
	notify(pod.Name)
	if pod.Status == "lost" { // changes nothing: not a choice
	}
}

func notify(name string)

func register(i cache.SharedInformer) {
	s := &store{}
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: s.remove})
}
