// Package fills lets a worker fill a set of UIDs, in a type of its own, and takes the old
// UID out where it is the new one.
package fills

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type known struct {
	mu   sync.Mutex
	uids sets.Set[types.UID]
	view *apiserver.View
}

func (k *known) forget(uid types.UID) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.uids.Delete(uid)
	k.show()
}

// look enters the pod that a lister has, if it has one. The lock is held from then on.
func (k *known) look(pods corelisters.PodNamespaceLister, name string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if pod, err := pods.Get(name); err == nil {
		k.uids.Insert(pod.GetUID())
	}
	k.show()
}

func (k *known) show() {
	for _, uid := range k.view.Entries() {
		k.view.Remove(uid)
	}
	for _, uid := range k.uids.UnsortedList() {
		k.view.Set(string(uid), "")
	}
}

type worker struct {
	known
	pods corelisters.PodLister
	keys chan string
}

func (w *worker) work() {
	namespace, name, err := cache.SplitMetaNamespaceKey(<-w.keys)
	if err == nil {
		w.look(w.pods.Pods(namespace), name)
	}
}

func (w *worker) enqueue(obj any) {
	if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
		w.keys <- key
		go w.work()
	}
}

// Watch keeps the UIDs of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	w := &worker{known{uids: sets.New[types.UID](), view: apiserver.NewView()}, corelisters.NewPodLister(informer.GetIndexer()), make(chan string, 16)}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: w.enqueue,
		UpdateFunc: func(old, obj any) {
			before, pod := old.(*corev1.Pod), obj.(*corev1.Pod)
			if before.UID == pod.UID { // want `when they differ, .*\(uidcheck/uids-mishandled\)`
				w.forget(before.UID)
			}
			w.enqueue(pod)
		},
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				w.forget(pod.UID)
			}
		},
	})
	return w.view, err
}
