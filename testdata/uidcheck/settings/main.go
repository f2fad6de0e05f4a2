// Package settings takes equal generations for no change if it is set up so.
package settings

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Options are what a keeper is set up with.
type Options struct {
	// IgnoreStatus leaves out what changes the status alone. Nil: it does not.
	IgnoreStatus *bool
}

type keeper struct {
	opts Options
	view *apiserver.View
}

// Watch keeps the UID of each pod, and leaves out changes of the status.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	yes := true
	return WatchWith(informer, Options{IgnoreStatus: &yes})
}

// WatchWith keeps the UID of each pod.
func WatchWith(informer cache.SharedIndexInformer, opts Options) (*apiserver.View, error) {
	k := &keeper{opts: opts, view: apiserver.NewView()}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: k.note, UpdateFunc: k.update, DeleteFunc: k.forget})
	return k.view, err
}

func (k *keeper) note(obj any) {
	pod := obj.(*corev1.Pod)
	k.view.Set(pod.Name, string(pod.UID))
}

func (k *keeper) update(old, obj any) {
	before, pod := old.(*corev1.Pod), obj.(*corev1.Pod)
	if k.opts.IgnoreStatus != nil && *k.opts.IgnoreStatus && before.Generation == pod.Generation { // want `equal generations drop it here; compare the UIDs as well \(uidcheck/generation-dropped\)`
		return
	}
	k.note(pod)
}

func (k *keeper) forget(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		k.view.Remove(pod.Name)
	}
}
