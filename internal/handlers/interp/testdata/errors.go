package program

import (
	"errors"

	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

var (
	errIgnored = errors.New("ignored")
	errOther   = errors.New("other")
)

func send(name string)

func convert(obj interface{}) (string, error) {
	pod, ok := obj.(*v1.Pod)
	if !ok {
		return "", errIgnored
	}
	return pod.Name, nil
}

// wrap is of an error that is not known: it may be any.
func wrap(err error) error

func checked(obj interface{}) (string, error) {
	name, err := convert(obj)
	if err != nil {
		return "", wrap(err)
	}
	return name, nil
}

func register(i cache.SharedInformer) {
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		name, err := convert(obj)
		if errors.Is(err, errIgnored) {
			return
		}
		send(name)
	}})
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		name, err := convert(obj)
		if errors.Is(err, errOther) {
			return
		}
		send(name)
	}})
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		name, err := convert(obj)
		if err == errIgnored {
			return
		}
		send(name)
	}})
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj interface{}) {
		name, err := checked(obj)
		if errors.Is(err, errIgnored) {
			return
		}
		send(name)
	}})
}
