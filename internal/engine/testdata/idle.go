// An Add function that does nothing, or no more than log, makes up for nothing that was
// read too early: the pods' handler reads the nodes. Whatever else it does may.
package p

import (
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

type places struct {
	nodes, pods cache.SharedIndexInformer
	known       map[string]bool
	ready       chan struct{}
	count       int
}

func build(lw cache.ListerWatcher) *places {
	p := &places{nodes: cache.NewSharedIndexInformer(lw, nil, 0, nil), pods: cache.NewSharedIndexInformer(lw, nil, 0, nil), known: map[string]bool{}, ready: make(chan struct{})}
	p.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.added})
	return p
}

func (p *places) added(any) { work(len(p.nodes.GetStore().List())) }

func work(int) {}

func Empty(lw cache.ListerWatcher, stop <-chan struct{}) {
	p := build(lw)
	p.nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) {}, DeleteFunc: func(any) { p.count-- }})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

func Logs(lw cache.ListerWatcher, stop <-chan struct{}) {
	p := build(lw)
	p.nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		if node, ok := obj.(*corev1.Node); ok {
			klog.Infof("node %v", node)
		}
	}})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

func (p *places) logged(obj any) { klog.Infof("node %v", obj) }

func Method(lw cache.ListerWatcher, stop <-chan struct{}) {
	p := build(lw)
	p.nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.logged})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

func Counts(lw cache.ListerWatcher, stop <-chan struct{}) {
	p := build(lw)
	p.nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) { p.count++ }})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

func Keeps(lw cache.ListerWatcher, stop <-chan struct{}) {
	p := build(lw)
	p.nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { p.known["node"] = true }})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

func Forgets(lw cache.ListerWatcher, stop <-chan struct{}) {
	p := build(lw)
	p.nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { delete(p.known, "node") }})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

func Tells(lw cache.ListerWatcher, stop <-chan struct{}) {
	p := build(lw)
	p.nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) { close(p.ready) }})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

func Waits(lw cache.ListerWatcher, stop <-chan struct{}) {
	p := build(lw)
	p.nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) { <-p.ready }})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

func Calls(lw cache.ListerWatcher, stop <-chan struct{}) {
	p := build(lw)
	p.nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) { work(1) }})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

// Filters has a filter that counts.
func Filters(lw cache.ListerWatcher, stop <-chan struct{}) {
	p := build(lw)
	p.nodes.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(any) bool { p.count++; return true },
		Handler:    cache.ResourceEventHandlerFuncs{AddFunc: p.logged},
	})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

// Nested has filters in a row, and counts behind them.
func Nested(lw cache.ListerWatcher, stop <-chan struct{}) {
	p := build(lw)
	p.nodes.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(any) bool { return true },
		Handler: cache.FilteringResourceEventHandler{
			FilterFunc: func(any) bool { return true },
			Handler:    cache.ResourceEventHandlerFuncs{AddFunc: func(any) { p.count++ }},
		},
	})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

// Updates counts at the next resync.
func Updates(lw cache.ListerWatcher, stop <-chan struct{}) {
	p := build(lw)
	p.nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.logged, UpdateFunc: func(_, _ any) { p.count++ }})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

// Resyncs tells the pods' handler of everything again from time to time.
func Resyncs(lw cache.ListerWatcher, period time.Duration, stop <-chan struct{}) {
	p := &places{nodes: cache.NewSharedIndexInformer(lw, nil, 0, nil), pods: cache.NewSharedIndexInformer(lw, nil, period, nil)}
	p.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.added, UpdateFunc: func(_, obj any) { p.added(obj) }})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

// Never is the same without a resync.
func Never(lw cache.ListerWatcher, stop <-chan struct{}) {
	p := &places{nodes: cache.NewSharedIndexInformer(lw, nil, 0, nil), pods: cache.NewSharedIndexInformer(lw, nil, 0, nil)}
	p.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.added})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

type stores struct {
	store       cache.Store
	nodes, pods cache.Controller
}

func (s *stores) added(any) { work(len(s.store.List())) }

func (s *stores) updated(old, obj any) {
	if old != obj {
		s.added(obj)
	}
}

// Given gives the constructor a handler that leaves out what a resync tells it.
func Given(lw cache.ListerWatcher, period time.Duration, stop <-chan struct{}) {
	s := new(stores)
	s.store, s.nodes = cache.NewInformer(lw, nil, 0, cache.ResourceEventHandlerFuncs{})
	_, s.pods = cache.NewInformer(lw, nil, period, cache.ResourceEventHandlerFuncs{AddFunc: s.added, UpdateFunc: s.updated})
	go s.nodes.Run(stop)
	go s.pods.Run(stop)
}

// GivenAgain gives it one that does its work again.
func GivenAgain(lw cache.ListerWatcher, period time.Duration, stop <-chan struct{}) {
	s := new(stores)
	s.store, s.nodes = cache.NewInformer(lw, nil, 0, cache.ResourceEventHandlerFuncs{})
	_, s.pods = cache.NewInformer(lw, nil, period, cache.ResourceEventHandlerFuncs{AddFunc: s.added, UpdateFunc: func(_, obj any) { s.added(obj) }})
	go s.nodes.Run(stop)
	go s.pods.Run(stop)
}
