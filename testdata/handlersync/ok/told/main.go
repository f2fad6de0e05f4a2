// Package told tells listeners that they know everything, and is right: one hands what
// is in the store on before it does, one waits for the handler, one lets its handler
// say so, and one only starts its listener.
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
	OnPodsSynced()
	Start()
}

// Stored hands on what is in the store before it says that this is all.
type Stored struct {
	informer cache.SharedIndexInformer
	listener Listener
}

// NewStored tells a listener of the pods of an informer.
func NewStored(pods coreinformers.PodInformer, l Listener) *Stored {
	s := &Stored{informer: pods.Informer(), listener: l}
	_, _ = s.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.onAdd})
	return s
}

func (s *Stored) onAdd(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		time.Sleep(time.Second) // a handler with work to do
		s.listener.OnPodAdd(pod)
	}
}

// Wait tells the listener when it knows all pods.
func (s *Stored) Wait(ctx context.Context) {
	if !cache.WaitForCacheSync(ctx.Done(), s.informer.HasSynced) {
		return
	}
	for _, obj := range s.informer.GetStore().List() {
		if pod, ok := obj.(*corev1.Pod); ok {
			s.listener.OnPodAdd(pod)
		}
	}
	s.listener.OnPodsSynced()
}

// Awaited waits for its handler.
type Awaited struct {
	synced   cache.InformerSynced
	listener Listener
}

// NewAwaited tells a listener of the pods of an informer.
func NewAwaited(pods coreinformers.PodInformer, l Listener) (*Awaited, error) {
	a := &Awaited{listener: l}
	registration, err := pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: a.onAdd})
	if err != nil {
		return nil, err
	}
	a.synced = registration.HasSynced
	return a, nil
}

func (a *Awaited) onAdd(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		a.listener.OnPodAdd(pod)
	}
}

// Wait tells the listener when it knows all pods.
func (a *Awaited) Wait(ctx context.Context) {
	if cache.WaitForCacheSync(ctx.Done(), a.synced) {
		a.listener.OnPodsSynced()
	}
}

// Last has its handler say which pod was the last one.
type Last struct {
	synced   cache.InformerSynced
	listener Listener
}

// NewLast tells a listener of the pods of an informer.
func NewLast(pods coreinformers.PodInformer, l Listener) *Last {
	t := &Last{synced: pods.Informer().HasSynced, listener: l}
	_, _ = pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: t.onAdd})
	return t
}

func (t *Last) onAdd(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		t.listener.OnPodAdd(pod)
		if pod.Name == "till" {
			t.listener.OnPodsSynced()
		}
	}
}

// Wait tells a listener without pods that it knows all of them.
func (t *Last) Wait(ctx context.Context) {
	if cache.WaitForCacheSync(ctx.Done(), t.synced) {
		t.listener.OnPodsSynced()
	}
}

// Started starts its listener when the informer is synced, which says nothing of pods.
type Started struct {
	synced   cache.InformerSynced
	listener Listener
}

// NewStarted tells a listener of the pods of an informer.
func NewStarted(pods coreinformers.PodInformer, l Listener) *Started {
	s := &Started{synced: pods.Informer().HasSynced, listener: l}
	_, _ = pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		if pod, ok := obj.(*corev1.Pod); ok {
			s.listener.OnPodAdd(pod)
		}
	}})
	return s
}

// Wait starts the listener.
func (s *Started) Wait(ctx context.Context) {
	if cache.WaitForCacheSync(ctx.Done(), s.synced) {
		s.listener.Start()
	}
}

// names are those of the pods that there were when it was told that these were all.
type names struct {
	mu   sync.Mutex
	pods map[string]bool
	seen int
}

func (n *names) OnPodAdd(pod *corev1.Pod) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.pods[pod.Name] = true
}

func (n *names) OnPodsSynced() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.seen = len(n.pods)
}

func (n *names) Start() {}

// Run counts the pods that listeners knew of when they were told that these were all.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	one, other := &names{pods: make(map[string]bool)}, &names{pods: make(map[string]bool)}
	stored := NewStored(factory.Core().V1().Pods(), one)
	awaited, err := NewAwaited(factory.Core().V1().Pods(), other)
	if err != nil {
		return 0, err
	}
	factory.Start(ctx.Done())
	stored.Wait(ctx)
	awaited.Wait(ctx)
	return min(one.seen, other.seen), nil
}
