// Package namespaced goes by generations only for pods that Add does not care for,
// which have another namespace for ever.
package namespaced

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type syncer struct {
	informer cache.SharedIndexInformer
	view     *apiserver.View
}

// Watch keeps the UID of each pod.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	s := &syncer{informer, apiserver.NewView()}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: s.sync,
		UpdateFunc: func(old, obj any) {
			before, pod := old.(*corev1.Pod), obj.(*corev1.Pod)
			if before.Generation == pod.Generation && pod.Namespace == "kube-system" {
				return
			}
			s.sync(obj)
		},
		DeleteFunc: s.sync,
	})
	return s.view, err
}

// sync makes the view of a pod anew.
func (s *syncer) sync(obj any) {
	key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj)
	if err != nil {
		return
	}
	namespace, name, _ := strings.Cut(key, "/")
	if namespace == "kube-system" {
		return
	}
	if stored, exists, _ := s.informer.GetStore().GetByKey(key); exists {
		s.view.Set(name, string(stored.(*corev1.Pod).UID))
	} else {
		s.view.Remove(name)
	}
}
