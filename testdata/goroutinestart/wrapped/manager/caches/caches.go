// Package caches holds a program's informers.
package caches

import (
	"context"
	"log"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// A Set is a set of informers.
type Set struct {
	client  kubernetes.Interface
	factory informers.SharedInformerFactory
}

// New returns an empty set.
func New(client kubernetes.Interface) *Set {
	return &Set{client: client, factory: informers.NewSharedInformerFactory(client, 0)}
}

// Pods registers pods.
func (s *Set) Pods() corelisters.PodLister { return s.factory.Core().V1().Pods().Lister() }

// Run starts the set and does not return before ctx is done.
func (s *Set) Run(ctx context.Context) {
	if _, err := s.client.CoreV1().Namespaces().Get(ctx, "shop", metav1.GetOptions{}); err != nil {
		log.Printf("no shop yet: %v", err)
	}
	s.factory.Start(ctx.Done())
	<-ctx.Done()
	s.factory.Shutdown()
}

// Sync waits for what is started and reports whether all of it has synced.
func (s *Set) Sync(ctx context.Context) bool {
	for _, ok := range s.factory.WaitForCacheSync(ctx.Done()) {
		if !ok {
			return false
		}
	}
	return true
}
