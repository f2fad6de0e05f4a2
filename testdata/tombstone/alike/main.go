// Package alike has two handlers that do nothing but call one method.
package alike

import (
	"errors"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type tracker struct{ view *apiserver.View }

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	t := &tracker{view: apiserver.NewView()}
	_, first := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { t.note(obj, true) },
		DeleteFunc: func(obj any) {
			t.note(obj, false) // want `t\.note\(obj, false\) panics when the Delete handler gets .*: unwrap the tombstone first; another Delete handler does the same \(tombstone/unchecked-assertion\)`
		},
	})
	_, second := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { t.note(obj, true) },
		DeleteFunc: func(obj any) {
			t.note(obj, false)
		},
	})
	return t.view, errors.Join(first, second)
}

func (t *tracker) note(obj any, there bool) {
	pod := obj.(*corev1.Pod)
	if there {
		t.view.Set(pod.Name, "")
		return
	}
	t.view.Remove(pod.Name)
}
