// Package nilled hands on nil for a pod whose deletion it has missed, and says of every
// one that there may be more to look for.
package nilled

import (
	"log"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type listener interface {
	here(pod *corev1.Pod)
	gone(pod *corev1.Pod)
	look()
}

type names struct {
	mu    sync.Mutex
	view  *apiserver.View
	store cache.Store
}

func (n *names) here(pod *corev1.Pod) { n.view.Set(pod.Name, "") }

func (n *names) gone(pod *corev1.Pod) {
	if pod != nil {
		n.view.Remove(pod.Name)
	}
}

// look takes out what the store has no more.
func (n *names) look() {
	n.mu.Lock()
	defer n.mu.Unlock()
	there := make(map[string]bool)
	for _, obj := range n.store.List() {
		there[obj.(*corev1.Pod).Name] = true
	}
	for _, name := range n.view.Entries() {
		if !there[name] {
			n.view.Remove(name)
		}
	}
}

type quiet struct{}

func (quiet) here(*corev1.Pod) {}
func (quiet) gone(*corev1.Pod) {}
func (quiet) look()            {}

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	var to listener = quiet{}
	if view != nil {
		to = &names{view: view, store: informer.GetStore()}
	}
	return view, tell(informer, to)
}

func tell(informer cache.SharedIndexInformer, to listener) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { to.here(obj.(*corev1.Pod)) },
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok {
				tombstone, ok := obj.(cache.DeletedFinalStateUnknown)
				if !ok {
					return
				}
				log.Printf("missed the deletion of %s", tombstone.Key)
			}
			to.gone(pod)
			to.look()
		},
	})
	return err
}
