// Package store keeps what others tell it.
package store

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
)

// A Store knows pods by their names.
type Store struct {
	mu   sync.RWMutex
	pods map[string]*corev1.Pod
}

// New returns an empty store.
func New() *Store { return &Store{pods: make(map[string]*corev1.Pod)} }

// Set keeps a pod.
func (s *Store) Set(pod *corev1.Pod) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pods[pod.Name] = pod
}

// Get returns the pod of a name.
func (s *Store) Get(name string) (*corev1.Pod, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	pod, ok := s.pods[name]
	return pod, ok
}
