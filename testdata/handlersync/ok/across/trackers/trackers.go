// Package trackers registers handlers for others, which can wait for what they fill.
package trackers

import (
	"context"
	"sync"

	corev1 "k8s.io/api/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type names struct {
	mu    sync.Mutex
	names map[string]bool
}

func (n *names) add(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.names[pod.Name] = true
	}
}

func (n *names) count(name string) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.names[name] {
		return 1
	}
	return 0
}

// A Kept tracker keeps its registration.
type Kept struct {
	names
	registration cache.ResourceEventHandlerRegistration
}

// NewKept tracks the pods of an informer.
func NewKept(informer cache.SharedIndexInformer) (*Kept, error) {
	t := &Kept{names: names{names: make(map[string]bool)}}
	var err error
	t.registration, err = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: t.add})
	return t, err
}

// HasSynced reports whether the tracker has seen the pods that exist.
func (t *Kept) HasSynced() bool { return t.registration.HasSynced() }

// Count is 1 if there is a pod of a name.
func (t *Kept) Count(name string) int { return t.count(name) }

// A Lister tracker looks into the lister for what it has not seen.
type Lister struct {
	lister corelisters.PodLister
	mu     sync.Mutex
	names  map[string]bool
}

// NewLister tracks the pods of an informer.
func NewLister(informer cache.SharedIndexInformer, lister corelisters.PodLister) *Lister {
	t := &Lister{lister: lister, names: make(map[string]bool)}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: t.add})
	return t
}

func (t *Lister) add(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.names[pod.Name] = true
	}
}

// Count is 1 if there is a pod of a name.
func (t *Lister) Count(name string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.names[name] {
		return 1
	}
	if _, err := t.lister.Pods("shop").Get(name); err == nil {
		return 1
	}
	return 0
}

// A Dropped tracker drops its registration.
type Dropped struct {
	mu    sync.Mutex
	names map[string]bool
	seen  chan struct{}
}

// NewDropped tracks the pods of an informer.
func NewDropped(informer cache.SharedIndexInformer) *Dropped {
	t := &Dropped{names: make(map[string]bool), seen: make(chan struct{}, 1)}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: t.add})
	return t
}

func (t *Dropped) add(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.names[pod.Name] = true
		select {
		case t.seen <- struct{}{}:
		default:
		}
	}
}

// Seen returns when the tracker has seen a pod.
func (t *Dropped) Seen(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-t.seen:
	}
}

// Count is 1 if there is a pod of a name.
func (t *Dropped) Count(name string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.names[name] {
		return 1
	}
	return 0
}

// A Loaded tracker is filled before it is handed out.
type Loaded struct {
	mu    sync.Mutex
	names map[string]bool
}

// NewLoaded tracks the pods of an informer, and knows some already.
func NewLoaded(informer cache.SharedIndexInformer, known []string) *Loaded {
	t := &Loaded{names: make(map[string]bool)}
	for _, name := range known {
		t.names[name] = true
	}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: t.add})
	return t
}

func (t *Loaded) add(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.names[pod.Name] = true
	}
}

// Count is 1 if there is a pod of a name.
func (t *Loaded) Count(name string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.names[name] {
		return 1
	}
	return 0
}

// A Latch is done at some time.
type Latch struct{ done chan struct{} }

// Await returns when it is done.
func (l *Latch) Await(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-l.done:
	}
}

// A Latched tracker is awaited by what it is made of.
type Latched struct {
	*Latch
	mu    sync.Mutex
	once  sync.Once
	names map[string]bool
}

// NewLatched tracks the pods of an informer.
func NewLatched(informer cache.SharedIndexInformer) *Latched {
	t := &Latched{Latch: &Latch{done: make(chan struct{})}, names: make(map[string]bool)}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: t.add})
	return t
}

func (t *Latched) add(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.names[pod.Name] = true
		t.once.Do(func() { close(t.done) })
	}
}

// Count is 1 if there is a pod of a name.
func (t *Latched) Count(name string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.names[name] {
		return 1
	}
	return 0
}
