// Package deleting looks at a pod again if it is being deleted or its generation
// has changed, and does the same for each notification.
package deleting

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
			if pod.DeletionTimestamp != nil || before.Generation != pod.Generation { // want `\(uidcheck/generation-dropped\)`
				s.sync(obj)
			}
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
	_, name, _ := strings.Cut(key, "/")
	if stored, exists, _ := s.informer.GetStore().GetByKey(key); exists {
		s.view.Set(name, string(stored.(*corev1.Pod).UID))
	} else {
		s.view.Remove(name)
	}
}
