// Package synthetic calls its Delete with a tombstone of its own making.
package synthetic

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type names struct{ view *apiserver.View }

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	n := &names{apiserver.NewView()}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: n.add, UpdateFunc: n.update, DeleteFunc: n.remove})
	return n.view, err
}

func (n *names) add(obj any) { n.view.Set(obj.(*corev1.Pod).Name, "") }

func (n *names) update(old, obj any) {
	o, p := old.(*corev1.Pod), obj.(*corev1.Pod)
	if o.UID != p.UID {
		n.remove(cache.DeletedFinalStateUnknown{Key: o.Namespace + "/" + o.Name, Obj: o})
	}
	n.add(p)
}

func (n *names) remove(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		tombstone, ok := obj.(cache.DeletedFinalStateUnknown)
		if !ok {
			return
		}
		pod, ok = tombstone.Obj.(*corev1.Pod)
		if !ok {
			return
		}
	}
	n.view.Remove(pod.Name)
}
