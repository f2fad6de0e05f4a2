// Package listed keeps the names of pods in a set, and lets only objects take one out.
package listed

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type list struct {
	names sets.Set[string]
	view  *apiserver.View
}

// Watch lists the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	l := &list{names: sets.New[string](), view: apiserver.NewView()}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			l.names.Insert(obj.(*corev1.Pod).Name)
			l.show()
		},
		DeleteFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok { // want `so listed.list.names is skipped.*\(tombstone/dropped\)`
				l.names.Delete(pod.Name)
			}
			l.show()
		},
	})
	return l.view, err
}

func (l *list) show() {
	for _, name := range l.view.Entries() {
		l.view.Remove(name)
	}
	for _, name := range l.names.UnsortedList() {
		l.view.Set(name, "")
	}
}
