// Package podindex has its index by UID from another package. Update knows the
// new pod only, and takes it away if it is on the host network.
package podindex

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
	"example.com/informers/uidcheck/wrapped/entries"
)

type watcher struct{ pods *entries.Index }

// Watch keeps the UIDs of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	w := &watcher{entries.NewIndex(view)}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: w.add, UpdateFunc: w.update, DeleteFunc: w.remove})
	return view, err
}

func (w *watcher) add(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	w.pods.Put(pod)
}

func (w *watcher) update(old, obj any) { // want `\(uidcheck/uid-keyed-state\)`
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	if pod.Spec.HostNetwork {
		w.pods.Take(pod)
		return
	}
	w.pods.Put(pod)
}

func (w *watcher) remove(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	w.pods.Take(pod)
}
