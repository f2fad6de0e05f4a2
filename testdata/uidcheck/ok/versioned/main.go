// Package versioned keeps the newest state of each name: what Add does, Update
// does as well, and the resource version decides.
package versioned

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type newest struct {
	mu   sync.Mutex
	pods map[string]*corev1.Pod
	view *apiserver.View
}

// Watch keeps the UID of each pod.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	n := &newest{pods: make(map[string]*corev1.Pod), view: apiserver.NewView()}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: n.add, UpdateFunc: n.update, DeleteFunc: n.remove})
	return n.view, err
}

func (n *newest) add(obj any) {
	pod := obj.(*corev1.Pod)
	n.mu.Lock()
	defer n.mu.Unlock()
	if known := n.pods[pod.Name]; known != nil && known.ResourceVersion == pod.ResourceVersion {
		return
	}
	n.pods[pod.Name] = pod
	n.view.Set(pod.Name, string(pod.UID))
}

func (n *newest) update(_, obj any) { n.add(obj) }

func (n *newest) remove(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.pods, pod.Name)
	n.view.Remove(pod.Name)
}
