// Package told passes what its handler gets on to listeners, and tells them after a
// wait for the informer that they have been told of everything.
package told

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	coreinformers "k8s.io/client-go/informers/core/v1"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// A Listener is told of pods.
type Listener interface {
	OnPodAdd(pod *corev1.Pod)
	// OnPodsSynced is called when OnPodAdd has been called for each pod that existed.
	OnPodsSynced()
}

// Pods tells listeners of pods.
type Pods struct {
	synced    cache.InformerSynced
	listeners []Listener
}

// NewPods tells of the pods of an informer.
func NewPods(pods coreinformers.PodInformer) *Pods {
	p := &Pods{synced: pods.Informer().HasSynced}
	_, _ = pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.onAdd})
	return p
}

// Tell adds a listener.
func (p *Pods) Tell(l Listener) { p.listeners = append(p.listeners, l) }

func (p *Pods) onAdd(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	for i := range p.listeners {
		p.listeners[i].OnPodAdd(pod)
	}
}

// Wait tells the listeners when they know all pods.
func (p *Pods) Wait(ctx context.Context) {
	if !cache.WaitForCacheSync(ctx.Done(), p.synced) { // want `this waits for the informer only: the handler may not have passed all existing objects on to Pods.listeners .*\(handlersync/state-before-delivered\)`
		return
	}
	for _, l := range p.listeners {
		l.OnPodsSynced()
	}
}

// A counter counts pods until it is told that these were all.
type counter struct {
	mu         sync.Mutex
	pods, seen int
}

func (c *counter) OnPodAdd(pod *corev1.Pod) {
	if pod.Name != "till" {
		return
	}
	time.Sleep(time.Second) // a listener with work to do
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pods++
}

func (c *counter) OnPodsSynced() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seen = c.pods
}

// Run counts the pods that a listener knew of when it was told that these were all.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := NewPods(factory.Core().V1().Pods())
	c := &counter{}
	pods.Tell(c)
	factory.Start(ctx.Done())
	pods.Wait(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.seen, nil
}
