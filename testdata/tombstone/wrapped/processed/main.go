// Package processed gives up where a deletion that its own queue hands out is no pod.
package processed

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
	"example.com/informers/tombstone/wrapped/queues"
)

// Watch keeps the names of the pods.
func Watch(from cache.ListerWatcher) (*apiserver.View, cache.Store, cache.Controller) {
	view := apiserver.NewView()
	store, controller := queues.New(from, &corev1.Pod{}, func(store cache.Store) cache.ProcessFunc {
		return func(obj any, _ bool) error {
			deltas, ok := obj.(cache.Deltas)
			if !ok {
				return fmt.Errorf("%T are no deltas", obj)
			}
			for i := range deltas {
				if err := process(store, view, &deltas[i]); err != nil {
					return err
				}
			}
			return nil
		}
	})
	return view, store, controller
}

func process(store cache.Store, view *apiserver.View, d *cache.Delta) error {
	if d.Type == cache.Deleted {
		if err := store.Delete(d.Object); err != nil {
			return err
		}
	} else if err := store.Update(d.Object); err != nil {
		return err
	}
	pod, ok := d.Object.(*corev1.Pod) // want `the process function gets .* here, which is not what d\.Object\.\(\*corev1\.Pod\) expects, so .* \(tombstone/dropped\)`
	if !ok {
		return fmt.Errorf("%T is no pod", d.Object)
	}
	if d.Type == cache.Deleted {
		view.Remove(pod.Name)
		return nil
	}
	view.Set(pod.Name, "")
	return nil
}
