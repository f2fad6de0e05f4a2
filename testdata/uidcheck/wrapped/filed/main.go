// Package filed keeps the names of pods by UID in a type of its own, and takes them
// away by the name.
package filed

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type files struct {
	pods sync.Map
	view *apiserver.View
}

func (f *files) keep(uid string, pod *corev1.Pod) {
	f.pods.Store(uid, pod.Name)
	f.show()
}

func (f *files) drop(name string) {
	f.pods.Delete(name) // want `under a different key.*\(uidcheck/wrong-key\)`
	f.show()
}

func (f *files) show() {
	for _, uid := range f.view.Entries() {
		f.view.Remove(uid)
	}
	f.pods.Range(func(uid, _ any) bool {
		f.view.Set(uid.(string), "")
		return true
	})
}

// Watch keeps the UIDs of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	f := &files{view: apiserver.NewView()}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { keep(f, obj.(*corev1.Pod)) },
		UpdateFunc: func(old, obj any) {
			before, pod := old.(*corev1.Pod), obj.(*corev1.Pod)
			if before.UID != pod.UID {
				f.drop(before.Name)
			}
			keep(f, pod)
		},
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				f.drop(pod.Name)
			}
		},
	})
	return f.view, err
}

func keep(f *files, pod *corev1.Pod) { f.keep(string(pod.UID), pod) }
