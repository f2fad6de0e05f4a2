// Package methods registers methods of what is behind an interface.
package methods

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// A Sink is told of pods.
type Sink interface {
	Seen(obj any)
	Gone(obj any)
}

type names struct{ view *apiserver.View }

// NewSink makes a sink.
func NewSink(view *apiserver.View) Sink { return &names{view: view} }

func (n *names) Seen(obj any) { n.view.Set(obj.(*corev1.Pod).Name, "") }

func (n *names) Gone(obj any) {
	pod, ok := obj.(*corev1.Pod) // want `the Delete handler gets a .*\(tombstone/dropped\)`
	if !ok {
		return
	}
	n.view.Remove(pod.Name)
}

type controller struct{ sink Sink }

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	c := &controller{sink: NewSink(view)}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    c.sink.Seen,
		DeleteFunc: c.sink.Gone,
	})
	return view, err
}
