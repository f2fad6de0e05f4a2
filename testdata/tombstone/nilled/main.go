// Package nilled recovers the pod from a tombstone, and hands on the nil that the assertion
// before has left.
package nilled

import (
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type listener interface {
	here(pod *corev1.Pod)
	gone(pod *corev1.Pod)
}

type names struct{ view *apiserver.View }

func (n names) here(pod *corev1.Pod) { n.view.Set(pod.Name, "") }

func (n names) gone(pod *corev1.Pod) {
	if pod != nil {
		n.view.Remove(pod.Name)
	}
}

type all []listener

func (a all) here(pod *corev1.Pod) {
	for _, l := range a {
		l.here(pod)
	}
}

func (a all) gone(pod *corev1.Pod) {
	for _, l := range a {
		l.gone(pod)
	}
}

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	return view, tell(informer, all{names{view}})
}

func tell(informer cache.SharedIndexInformer, to listener) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { to.here(obj.(*corev1.Pod)) },
		DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod) // want `is recognised, but .* leaves nil, which is passed on in place of the object in it, .*\(tombstone/mishandled\)`
			if !ok {
				tombstone, ok := obj.(cache.DeletedFinalStateUnknown)
				if !ok {
					return
				}
				pod, ok := tombstone.Obj.(*corev1.Pod)
				if !ok {
					return
				}
				log.Printf("missed the deletion of %s", pod.Name)
			}
			to.gone(pod)
		},
	})
	return err
}
