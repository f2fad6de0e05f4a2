// Package first keeps the UID under which each pod was first seen, in a type
// that its handlers share.
package first

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type sightings struct {
	seen sync.Map
	view *apiserver.View
}

// Watch keeps the UID of each pod as it was first seen.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	s := &sightings{view: apiserver.NewView()}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    s.add,
		UpdateFunc: s.update,
		DeleteFunc: s.remove,
	})
	return s.view, err
}

func (s *sightings) add(obj any) {
	s.note(obj.(*corev1.Pod))
}

func (s *sightings) update(_, obj any) {
	s.note(obj.(*corev1.Pod))
}

func (s *sightings) remove(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		s.seen.Delete(pod.Namespace + "/" + pod.Name)
		s.view.Remove(pod.Name)
	}
}

func (s *sightings) note(pod *corev1.Pod) {
	uid, _ := s.seen.LoadOrStore(pod.Namespace+"/"+pod.Name, string(pod.UID)) // want `\(uidcheck/entry-inherited\)`
	s.view.Set(pod.Name, uid.(string))
}
