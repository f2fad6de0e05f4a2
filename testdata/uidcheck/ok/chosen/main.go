// Package chosen keeps pods in a store that the caller may choose, and the one that
// is chosen knows what to do with a pod that was created again.
package chosen

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// A Store keeps pods.
type Store interface {
	Put(pod *corev1.Pod)
	Drop(pod *corev1.Pod)
}

type byUID struct{ pods map[types.UID]string }

func (s *byUID) Put(pod *corev1.Pod)  { s.pods[pod.UID] = pod.Name }
func (s *byUID) Drop(pod *corev1.Pod) { delete(s.pods, pod.UID) }

type byName struct{ view *apiserver.View }

func (s *byName) Put(pod *corev1.Pod)  { s.view.Set(pod.Name, string(pod.UID)) }
func (s *byName) Drop(pod *corev1.Pod) { s.view.Remove(pod.Name) }

type controller struct{ store Store }

// New makes a controller with a store, or with one by UID if there is none.
func New(store Store) *controller {
	c := &controller{store: &byUID{pods: make(map[types.UID]string)}}
	if store != nil {
		c.store = store
	}
	return c
}

// Watch keeps the names and UIDs of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	c := New(&byName{view})
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { c.store.Put(obj.(*corev1.Pod)) },
		UpdateFunc: func(_, obj any) { c.store.Put(obj.(*corev1.Pod)) },
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				c.store.Drop(pod)
			}
		},
	})
	return view, err
}
