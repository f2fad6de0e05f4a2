// Package listed has a component that takes an empty lister for "there is
// nothing": it is empty before the informer has listed as well. The handler is
// registered through an interface.
package listed

import (
	"context"
	"sync/atomic"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/handlersync/wrapped/listed/events"
)

// A Source gives listers and takes handlers.
type Source interface {
	Lister() corelisters.PodLister
	Handle(handler cache.ResourceEventHandler)
}

// A Names knows the names of pods.
type Names struct {
	lister  corelisters.PodLister
	names   atomic.Value // []string
	initial atomic.Bool
}

// NewNames knows the names of a source.
func NewNames(source Source) *Names {
	n := &Names{lister: source.Lister()}
	n.names.Store([]string{})
	source.Handle(events.NewHandler(func(any) { n.update() }))
	return n
}

// HasSynced reports whether the names are those that exist.
func (n *Names) HasSynced() bool {
	if n.initial.Load() {
		return true
	}
	if pods, err := n.lister.List(labels.Everything()); err == nil && len(pods) == 0 { // want `HasSynced says that Names is synced while the lister is empty.*\(handlersync/state-before-delivered\)`
		return true
	}
	return false
}

// All returns the names.
func (n *Names) All() []string { return n.names.Load().([]string) }

func (n *Names) update() {
	pods, err := n.lister.List(labels.Everything())
	if err != nil {
		return
	}
	names := make([]string, 0, len(pods))
	for _, pod := range pods {
		names = append(names, pod.Name)
	}
	n.names.Store(names)
	n.initial.Store(true)
}

type source struct {
	factory informers.SharedInformerFactory
}

func (s source) Lister() corelisters.PodLister { return s.factory.Core().V1().Pods().Lister() }

func (s source) Handle(handler cache.ResourceEventHandler) {
	s.factory.Core().V1().Pods().Informer().AddEventHandler(handler)
}

// Run counts the names, as soon as they are there.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	names := NewNames(source{factory})
	factory.Start(ctx.Done())
	for !names.HasSynced() {
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return len(names.All()), nil
}
