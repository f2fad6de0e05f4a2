// Package replaced lets a worker fill an index by UID, which takes out what the name had
// before.
package replaced

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Controller keeps the UIDs of the pods.
type Controller struct {
	pods corelisters.PodLister
	keys chan string
	wake func()
	view *apiserver.View

	mu    sync.Mutex // held from a look at the pods on: no pod that is gone is put into byUID
	byUID map[types.UID]string
	uids  map[string]types.UID // by the key
}

// Watch keeps the UIDs of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	c := &Controller{pods: corelisters.NewPodLister(informer.GetIndexer()), keys: make(chan string, 16), view: apiserver.NewView(), byUID: make(map[types.UID]string), uids: make(map[string]types.UID)}
	c.wake = func() { go c.next() }
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.enqueue, UpdateFunc: c.update, DeleteFunc: c.remove})
	return c.view, err
}

func (c *Controller) enqueue(obj any) {
	key, err := cache.MetaNamespaceKeyFunc(obj)
	if err != nil {
		utilruntime.HandleError(err)
		return
	}
	c.keys <- key
	c.wake()
}

func (c *Controller) remove(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.byUID, pod.UID)
	c.show()
}

func (c *Controller) next() {
	if err := c.sync(<-c.keys); err != nil {
		utilruntime.HandleError(err)
	}
}

func (c *Controller) sync(key string) error {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	pod, err := c.pods.Pods(namespace).Get(name)
	if err != nil && !apierrors.IsNotFound(err) {
		return err
	}
	delete(c.byUID, c.uids[key])
	delete(c.uids, key)
	if err == nil {
		c.uids[key] = pod.UID
		c.byUID[pod.UID] = pod.Name
	}
	c.show()
	return nil
}

// show makes the view of the UIDs. The lock is held.
func (c *Controller) show() {
	for _, uid := range c.view.Entries() {
		c.view.Remove(uid)
	}
	for uid := range c.byUID {
		c.view.Set(string(uid), "")
	}
}

func (c *Controller) update(_, obj any) { c.enqueue(obj) }
