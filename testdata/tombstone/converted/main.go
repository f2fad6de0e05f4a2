// Package converted enqueues the keys of converted objects, and its worker does
// nothing for a pod that is gone: not to hear of it does next to no harm.
package converted

import (
	"fmt"
	"sync"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Controller keeps the names of all pods that it has seen.
type Controller struct {
	pods corelisters.PodLister
	keys chan string
	wake func()
	one  sync.Mutex // one worker at a time, or two wait for the same last key
	view *apiserver.View
}

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	c := &Controller{pods: corelisters.NewPodLister(informer.GetIndexer()), keys: make(chan string, 16), view: apiserver.NewView()}
	c.wake = func() { go c.next() }
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    c.enqueue,
		UpdateFunc: func(_, obj any) { c.enqueue(obj) },
		DeleteFunc: c.enqueue,
	})
	return c.view, err
}

func (c *Controller) enqueue(obj any) {
	defer c.wake()
	meta, ok := metadata(obj) // want `not what metadata\(obj\) expects.*the impact is small, since next does nothing for an object that is gone \(tombstone/dropped\)`
	if !ok {
		utilruntime.HandleError(fmt.Errorf("no metadata in %T", obj))
		return
	}
	key, err := cache.MetaNamespaceKeyFunc(meta)
	if err != nil {
		utilruntime.HandleError(err)
		return
	}
	c.keys <- key
}

// metadata returns the metadata of a pod, as a client of metadata has it.
func metadata(obj any) (*metav1.PartialObjectMetadata, bool) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return nil, false
	}
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(pod)
	if err != nil {
		return nil, false
	}
	meta := &metav1.PartialObjectMetadata{}
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(content, meta); err != nil {
		return nil, false
	}
	return meta, true
}

func (c *Controller) next() {
	c.one.Lock()
	defer c.one.Unlock()
	for len(c.keys) > 0 {
		if err := c.sync(<-c.keys); err != nil {
			utilruntime.HandleError(err)
		}
	}
}

func (c *Controller) sync(key string) error {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return err
	}
	pod, err := c.pods.Pods(namespace).Get(name)
	if apierrors.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	c.view.Set(pod.Name, "")
	return nil
}
