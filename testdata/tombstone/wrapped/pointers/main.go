// Package pointers looks for a pointer to a tombstone in a helper of its own.
package pointers

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
	if pod := lastState(obj); pod != nil { // want `never matches: .*\(tombstone/pointer-assertion\)`
		n.Remove(pod.Name)
	}
}

// lastState is the pod, or the last that is known of it.
func lastState(obj any) *corev1.Pod {
	switch o := obj.(type) {
	case *corev1.Pod:
		return o
	case *cache.DeletedFinalStateUnknown:
		pod, _ := o.Obj.(*corev1.Pod)
		return pod
	}
	return nil
}
