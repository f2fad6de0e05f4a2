// In Parts one call starts, or reads: which part it is at the one call and at the
// other depends on each other, and the read is not said to come first; nor is the wait in
// Waiting. In Twice the
// same call does both, the wrong way round, and is reported.
package p

import (
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type part interface{ do() }

type starts struct {
	f    informers.SharedInformerFactory
	stop <-chan struct{}
}

func (s *starts) do() {
	s.f.Start(s.stop)
	s.f.WaitForCacheSync(s.stop)
}

type reads struct{ pods corelisters.PodLister }

func (r *reads) do() { r.pods.List(labels.Everything()) }

func Parts(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	parts := []part{&starts{f, stop}, &reads{f.Core().V1().Pods().Lister()}}
	parts[0].do()
	parts[1].do()
}

type both struct {
	starts
	pods corelisters.PodLister
}

func (b *both) do() {
	b.pods.List(labels.Everything())
	b.starts.do()
}

func Twice(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	var p part = &both{starts{f, stop}, f.Core().V1().Pods().Lister()}
	p.do()
}

type waits struct {
	synced cache.InformerSynced
	stop   <-chan struct{}
}

func (w *waits) do() { cache.WaitForCacheSync(w.stop, w.synced) }

func each(parts []part) {
	if len(parts) > 0 {
		parts[0].do()
		each(parts[1:])
	}
}

// Waiting runs the same parts in two ways.
func Waiting(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	parts := []part{&starts{f, stop}, &waits{f.Core().V1().Pods().Informer().HasSynced, stop}}
	each(parts)
	parts[0].do()
	parts[1].do()
}
