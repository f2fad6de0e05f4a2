// Package api has the informers of a program, and waits for them.
package api

import (
	"log"

	"k8s.io/client-go/informers"
	corev1informers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A Kind is one that a program needs.
type Kind int

// The kinds.
const (
	Pods Kind = iota
	Nodes
)

// An API has informers.
type API struct {
	factory informers.SharedInformerFactory
	pods    corev1informers.PodInformer
	nodes   corev1informers.NodeInformer
	synced  []cache.InformerSynced
}

// New has the informers of some kinds.
func New(client kubernetes.Interface, kinds ...Kind) *API {
	a := &API{factory: informers.NewSharedInformerFactory(client, 0)}
	for _, kind := range kinds {
		switch kind {
		case Pods:
			a.pods = a.factory.Core().V1().Pods()
			a.synced = append(a.synced, a.pods.Informer().HasSynced)
		case Nodes:
			a.nodes = a.factory.Core().V1().Nodes()
			a.synced = append(a.synced, a.nodes.Informer().HasSynced)
		}
	}
	return a
}

// Pods is the informer of pods.
func (a *API) Pods() corev1informers.PodInformer {
	if a.pods == nil {
		panic("there is no informer of pods")
	}
	return a.pods
}

// Sync starts the informers, and returns when they are synced.
func (a *API) Sync(stop <-chan struct{}) {
	a.factory.Start(stop)
	if !cache.WaitForCacheSync(stop, a.synced...) {
		log.Fatal("not synced")
	}
}
