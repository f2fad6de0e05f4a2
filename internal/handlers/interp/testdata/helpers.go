package program

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

func work(name string)
func report(err error)

type failure struct{}

func (failure) Error() string { return "not a pod" }

// Two results; the second says whether the first counts.
func pod(obj interface{}) (*v1.Pod, bool) {
	if stone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = stone.Obj
	}
	p, ok := obj.(*v1.Pod)
	return p, ok
}

func convert(obj interface{}) (*v1.Pod, error) {
	p, ok := obj.(*v1.Pod)
	if !ok {
		return nil, failure{}
	}
	return p, nil
}

// Its effect is in a helper of the helper.
func handle(p *v1.Pod) { inner(p.Name) }

func inner(name string) { work(name) }

// A helper of itself is looked into once.
func down(p *v1.Pod, n int) {
	work(p.Name)
	if n > 0 {
		down(p, n-1)
	}
}

// A predicate of which only the result is used.
func wanted(p *v1.Pod) bool { return p.Spec.NodeName != "" }

// Results that are named, and set before the bare return.
func both(obj interface{}) (p *v1.Pod, err error) {
	p, ok := obj.(*v1.Pod)
	if !ok {
		err = failure{}
	}
	return
}

func id[T any](x T) T { return x }

func register(i cache.SharedInformer) {
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		if p, ok := pod(obj); ok {
			handle(p)
		}
	}})
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		p, err := convert(obj)
		if err != nil {
			report(err)
			return
		}
		handle(p)
	}})
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		p, err := both(obj)
		if err == nil && wanted(p) {
			down(id(p), 3)
		}
	}})
}
