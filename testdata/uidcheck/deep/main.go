// Package deep gives the work to a structure that keeps it by UID two calls further.
package deep

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type state struct{ names map[string]string }

func (s *state) enter(pod *corev1.Pod) { s.put(string(pod.GetUID()), pod.Name) }
func (s *state) put(key, name string)  { s.names[key] = name }
func (s *state) leave(pod *corev1.Pod) { s.drop(string(pod.GetUID())) }
func (s *state) drop(key string)       { delete(s.names, key) }

// Watch keeps the UIDs of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	s := &state{make(map[string]string)}
	view := apiserver.NewView()
	show := func() {
		for _, uid := range view.Entries() {
			view.Remove(uid)
		}
		for uid := range s.names {
			view.Set(uid, "")
		}
	}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			s.enter(obj.(*corev1.Pod))
			show()
		},
		UpdateFunc: func(_, obj any) { // want `\(uidcheck/uid-keyed-state\)`
			s.enter(obj.(*corev1.Pod))
			show()
		},
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				s.leave(pod)
				show()
			}
		},
	})
	return view, err
}
