// Package stored keeps state by UID behind an interface that others may implement,
// in a field that only this package can fill.
package stored

import (
	"errors"

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

type byUID struct {
	pods map[types.UID]string
	view *apiserver.View
}

// NewStore makes a store that shows what it has in a view.
func NewStore(view *apiserver.View) (Store, error) {
	if view == nil {
		return nil, errors.New("no view")
	}
	return &byUID{pods: make(map[types.UID]string), view: view}, nil
}

func (s *byUID) Put(pod *corev1.Pod) {
	s.pods[pod.UID] = pod.Name
	s.show()
}

func (s *byUID) Drop(pod *corev1.Pod) {
	delete(s.pods, pod.UID)
	s.show()
}

// show makes the view of the pods.
func (s *byUID) show() {
	for _, uid := range s.view.Entries() {
		s.view.Remove(uid)
	}
	for uid := range s.pods {
		s.view.Set(string(uid), "")
	}
}

type controller struct{ store Store }

// Watch keeps the UIDs of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	store, err := NewStore(view)
	if err != nil {
		return nil, err
	}
	c := &controller{store: store}
	_, err = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { c.store.Put(obj.(*corev1.Pod)) },
		UpdateFunc: c.changed,
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

func (c *controller) changed(_, obj any) { // want `two UIDs: changed never compares them.*\(uidcheck/uid-keyed-state\)`
	c.store.Put(obj.(*corev1.Pod))
}
