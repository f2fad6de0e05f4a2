// Package zones knows the nodes of pods, once somebody has given it an informer.
package zones

import (
	"errors"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
)

// Cloud knows which pods are on which node.
type Cloud struct {
	synced cache.InformerSynced
	mu     sync.RWMutex
	pods   map[string]string
}

// New makes a cloud that knows nothing yet.
func New() *Cloud { return &Cloud{pods: make(map[string]string)} }

// Fake makes a cloud that is asked without an informer.
func Fake() *Cloud {
	c := New()
	c.synced = func() bool { return true }
	return c
}

// SetInformers has a handler fill what the cloud knows.
func (c *Cloud) SetInformers(factory informers.SharedInformerFactory) {
	informer := factory.Core().V1().Pods().Informer()
	c.synced = informer.HasSynced
	handler := cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				time.Sleep(time.Second) // a handler with work to do
				c.mu.Lock()
				defer c.mu.Unlock()
				c.pods[pod.Name] = pod.Spec.NodeName
			}
		},
	}
	_, _ = informer.AddEventHandler(handler)
}

// Node is the node of a pod.
func (c *Cloud) Node(name string) (string, error) {
	if !c.synced() { // want `Node answers from Cloud.pods as soon as the informer is synced.*\(handlersync/state-before-delivered\)`
		return "", errors.New("the pods are not synced")
	}
	return c.node(name), nil
}

func (c *Cloud) node(name string) string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.pods[name]
}
