// Package sweeps has its index by UID from another package, and goes through it
// whenever a pod changes.
package sweeps

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
	"example.com/informers/uidcheck/wrapped/entries"
)

type watcher struct {
	informer cache.SharedIndexInformer
	pods     *entries.Marks
	kept     []*corev1.Pod
}

// Watch keeps the UIDs of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	w := &watcher{informer: informer, pods: entries.NewMarks(view)}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { w.keep(obj.(*corev1.Pod)) },
		UpdateFunc: func(_, obj any) { w.keep(obj.(*corev1.Pod)) },
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				w.drop(pod)
			}
		},
	})
	return view, err
}

func (w *watcher) keep(pod *corev1.Pod) {
	w.pods.Set(string(pod.UID), pod.Name)
	w.kept = append(w.kept, pod)
	w.sweep()
}

func (w *watcher) drop(pod *corev1.Pod) { w.pods.Clear(string(pod.UID)) }

// sweep drops the pods that the cache does not have any more.
func (w *watcher) sweep() {
	var left []*corev1.Pod
	for _, pod := range w.kept {
		key, err := cache.MetaNamespaceKeyFunc(pod)
		if err != nil {
			continue
		}
		if now, ok, _ := w.informer.GetStore().GetByKey(key); ok && now.(*corev1.Pod).UID != pod.UID {
			w.drop(pod)
			continue
		}
		left = append(left, pod)
	}
	w.kept = left
}
