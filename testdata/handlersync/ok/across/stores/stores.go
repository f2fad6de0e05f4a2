// Package stores keeps what others tell it, and each of its types is one of which it
// is not known when it has all.
package stores

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
)

// A Plain store has what it is told.
type Plain struct {
	mu   sync.RWMutex
	pods map[string]*corev1.Pod
}

// NewPlain returns an empty store.
func NewPlain() *Plain { return &Plain{pods: make(map[string]*corev1.Pod)} }

// Set keeps a pod.
func (s *Plain) Set(pod *corev1.Pod) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pods[pod.Name] = pod
}

// Get returns the pod of a name, or nil.
func (s *Plain) Get(name string) *corev1.Pod {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.pods[name]
}

// A Loaded store has some pods from the beginning.
type Loaded struct {
	mu   sync.RWMutex
	pods map[string]*corev1.Pod
}

// NewLoaded loads what there is.
func NewLoaded(list func() []*corev1.Pod) *Loaded {
	s := &Loaded{pods: make(map[string]*corev1.Pod)}
	for _, pod := range list() {
		s.Set(pod)
	}
	return s
}

// Set keeps a pod.
func (s *Loaded) Set(pod *corev1.Pod) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pods[pod.Name] = pod
}

// Get returns the pod of a name, or nil.
func (s *Loaded) Get(name string) *corev1.Pod {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.pods[name]
}

// A Waiting store hands out a pod when it is there.
type Waiting struct {
	mu   sync.Mutex
	cond *sync.Cond
	pods map[string]*corev1.Pod
}

// NewWaiting returns an empty store.
func NewWaiting() *Waiting {
	s := &Waiting{pods: make(map[string]*corev1.Pod)}
	s.cond = sync.NewCond(&s.mu)
	return s
}

// Set keeps a pod.
func (s *Waiting) Set(pod *corev1.Pod) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pods[pod.Name] = pod
	s.cond.Broadcast()
}

// Get returns the pod of a name.
func (s *Waiting) Get(name string) *corev1.Pod {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.pods[name] == nil {
		s.cond.Wait()
	}
	return s.pods[name]
}

// A Drained store hands out each pod once.
type Drained struct {
	mu   sync.Mutex
	pods map[string]*corev1.Pod
}

// NewDrained returns an empty store.
func NewDrained() *Drained { return &Drained{pods: make(map[string]*corev1.Pod)} }

// Set keeps a pod.
func (s *Drained) Set(pod *corev1.Pod) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pods[pod.Name] = pod
}

// Get hands out the pod of a name.
func (s *Drained) Get(name string) *corev1.Pod {
	s.mu.Lock()
	defer s.mu.Unlock()
	pod := s.pods[name]
	delete(s.pods, name)
	return pod
}

// An Open store gives its map away.
type Open struct {
	mu   sync.Mutex
	pods map[string]*corev1.Pod
}

// NewOpen returns an empty store.
func NewOpen() *Open { return &Open{pods: make(map[string]*corev1.Pod)} }

// Set keeps a pod.
func (s *Open) Set(pod *corev1.Pod) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pods[pod.Name] = pod
}

// Get returns the pod of a name, or nil.
func (s *Open) Get(name string) *corev1.Pod {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pods[name]
}

// All is the map itself, which others may fill.
func (s *Open) All() map[string]*corev1.Pod { return s.pods }

type inner struct {
	mu   sync.Mutex
	pods map[string]*corev1.Pod
}

// Set keeps a pod.
func (s *inner) Set(pod *corev1.Pod) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pods[pod.Name] = pod
}

// Get returns a pod by its name.
func (s *inner) Get(name string) *corev1.Pod {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pods[name]
}

// Embeds has a store in it, whose methods are its own.
type Embeds struct{ inner }

// NewEmbeds makes an empty one.
func NewEmbeds() *Embeds { return &Embeds{inner{pods: make(map[string]*corev1.Pod)}} }
