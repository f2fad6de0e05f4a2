// Package bare has another package take the object out of the tombstone: client-go's cache package
// is not imported.
package bare

import (
	corev1 "k8s.io/api/core/v1"

	"example.com/informers/apiserver"
	"example.com/informers/tombstone/wrapped/handlers"
	"example.com/informers/tombstone/wrapped/views"
)

type names struct{ *apiserver.View }

// Watch keeps the names of the pods.
func Watch(informer handlers.Informer) (*apiserver.View, error) {
	n := names{apiserver.NewView()}
	_, err := informer.AddEventHandler(n)
	return n.View, err
}

func (n names) OnAdd(obj any, _ bool) { n.Set(obj.(*corev1.Pod).Name, "") }

func (n names) OnUpdate(_, _ any) {}

func (n names) OnDelete(obj any) {
	if pod, ok := views.Object(obj).(*corev1.Pod); ok {
		n.Remove(pod.Name)
	}
}
