// Package constructor gives its functions to a constructor in another package.
package constructor

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
	"example.com/informers/tombstone/wrapped/handlers"
)

type names struct{ *apiserver.View }

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	n := names{apiserver.NewView()}
	_, err := informer.AddEventHandler(handlers.New(n.add, n.remove))
	return n.View, err
}

func (n names) add(obj any) { n.Set(obj.(*corev1.Pod).Name, "") }

func (n names) remove(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok { // want `\(tombstone/dropped\)`
		n.Remove(pod.Name)
	}
}
