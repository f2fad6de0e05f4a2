// Package gated has a method that fails until the informer is synced, and then answers
// from what the handler fills.
package gated

import (
	"context"
	"errors"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Spaces knows the pods of namespaces.
type Spaces struct {
	synced cache.InformerSynced
	mu     sync.Mutex
	pods   map[string]map[string]bool
}

var errNotSynced = errors.New("the pods are not synced")

// Watch has a handler fill what Spaces knows.
func Watch(informer cache.SharedIndexInformer) *Spaces {
	spaces := &Spaces{pods: make(map[string]map[string]bool)}
	spaces.synced = informer.HasSynced
	handler := cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				time.Sleep(time.Second) // a handler with work to do
				spaces.add(pod)
			}
		},
	}
	_, _ = informer.AddEventHandler(handler)
	return spaces
}

func (s *Spaces) add(pod *corev1.Pod) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pods[pod.Namespace] == nil {
		s.pods[pod.Namespace] = make(map[string]bool)
	}
	s.pods[pod.Namespace][pod.Name] = true
}

// Has reports whether a pod of a name is in one of the namespaces.
func (s *Spaces) Has(name string) (bool, error) {
	if !s.synced() { // want `Has answers from Spaces.pods as soon as the informer is synced.*\(handlersync/state-before-delivered\)`
		return false, errNotSynced
	}
	return s.known(name), nil
}

func (s *Spaces) known(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, pods := range s.pods {
		if pods[name] {
			return true
		}
	}
	return false
}

// Names returns the names of the pods in a namespace.
func (s *Spaces) Names(namespace string) ([]string, error) {
	if !s.synced() {
		return nil, errNotSynced
	}
	return s.list(namespace), nil
}

func (s *Spaces) list(namespace string) (names []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name := range s.pods[namespace] {
		names = append(names, name)
	}
	return names
}

// open reports whether questions are answered.
func (s *Spaces) open() bool {
	_, err := s.Has("")
	return err == nil
}

// Run counts the pods that it is told of when questions are answered.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	spaces := Watch(factory.Core().V1().Pods().Informer())
	factory.Start(ctx.Done())
	for !spaces.open() {
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
	there, err := spaces.Has("till")
	if err != nil || !there {
		return 0, err
	}
	return 1, nil
}
