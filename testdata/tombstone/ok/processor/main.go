// Package processor pops deltas by itself, and unwraps the tombstones before it
// calls a handler.
package processor

import (
	"errors"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// A sink has the methods of a handler, but is none of an informer's.
type sink struct{ view *apiserver.View }

// OnAdd notes a pod.
func (s sink) OnAdd(obj any, _ bool) { s.view.Set(obj.(*corev1.Pod).Name, "") }

// OnUpdate does nothing: names do not change.
func (s sink) OnUpdate(_, _ any) {}

// OnDelete forgets a pod.
func (s sink) OnDelete(obj any) { s.view.Remove(obj.(*corev1.Pod).Name) }

// Process handles what a queue has popped.
func Process(store cache.Store, view *apiserver.View, deltas cache.Deltas) error {
	var handler cache.ResourceEventHandler = sink{view}
	for _, d := range deltas {
		switch d.Type {
		case cache.Deleted:
			obj := d.Object
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if obj == nil {
				return errors.New("an empty tombstone")
			}
			if err := store.Delete(obj); err != nil {
				return err
			}
			handler.OnDelete(obj)
		default:
			if err := store.Add(d.Object); err != nil {
				return err
			}
			handler.OnAdd(d.Object, false)
		}
	}
	return nil
}
