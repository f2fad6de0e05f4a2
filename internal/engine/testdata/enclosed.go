// A helper makes a factory, starts it and hands only accessors on: what its callers
// register is too late, and all they could do about it is in the helper. There is one
// report, at its Start. handed gives the factory back as well, and kept keeps it where
// its caller finds it: those who call them can start it again, and are told so.
package p

import (
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

func enclosed(client kubernetes.Interface, stop <-chan struct{}) coreinformers.PodInformer {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	factory.Core().V1().Nodes().Informer()
	factory.Start(stop)
	return pods
}

func One(client kubernetes.Interface, stop <-chan struct{}) corelisters.PodLister {
	return enclosed(client, stop).Lister()
}

func Other(client kubernetes.Interface, stop <-chan struct{}) corelisters.PodLister {
	return enclosed(client, stop).Lister()
}

func handed(client kubernetes.Interface, stop <-chan struct{}) (informers.SharedInformerFactory, coreinformers.PodInformer) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Core().V1().Nodes().Informer()
	factory.Start(stop)
	return factory, factory.Core().V1().Pods()
}

func Handed(client kubernetes.Interface, stop <-chan struct{}) corelisters.PodLister {
	_, pods := handed(client, stop)
	return pods.Lister()
}

type env struct {
	factory informers.SharedInformerFactory
	pods    coreinformers.PodInformer
}

func kept(client kubernetes.Interface, stop <-chan struct{}) *env {
	e := &env{factory: informers.NewSharedInformerFactory(client, 0)}
	e.factory.Core().V1().Nodes().Informer()
	e.factory.Start(stop)
	e.pods = e.factory.Core().V1().Pods()
	return e
}

func kind(client kubernetes.Interface, stop <-chan struct{}) corelisters.PodLister {
	return kept(client, stop).pods.Lister()
}

func Kept(client kubernetes.Interface, stop <-chan struct{}) corelisters.PodLister {
	return kind(client, stop)
}
