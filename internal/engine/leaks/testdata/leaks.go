// What goes in each function, and what it returns.
package p

import (
	"k8s.io/client-go/informers"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type inner struct {
	factory informers.SharedInformerFactory
	next    *inner
}

type worker struct {
	pods    corelisters.PodLister
	factory informers.SharedInformerFactory
	log     func(any)
	inner   inner
	sink    sink
	all     map[string]*inner
}

type sink interface{ Put(v any) }

var kept *inner

var shown = &inner{}

// What is only looked at stays.
func looks(w *worker) bool {
	_, err := w.pods.Pods("shop").Get("till")
	return err == nil && w.inner.next != nil && len(w.all) > 0
}

func looksAgain(w *worker) bool { v := w; return looks(v) || looksAgain(v) }

func reads(i cache.SharedIndexInformer) []any { return i.GetIndexer().List() }

// A function or interface that is called goes, and what it is given.
func calls(w *worker) { w.log(w.inner.factory) }

func puts(w *worker, v any) { w.sink.Put(v) }

func starts(w *worker) { go calls(w) }

func later(w *worker) { defer puts(w, w.factory) }

// So does what is stored in something that is not made here.
func stores(w *worker, f informers.SharedInformerFactory) { w.factory = f }

func keeps(i *inner) { kept = i }

func sends(c chan *inner, i *inner) { c <- i }

func maps(w *worker, i *inner) { w.all["a"] = i }

func copies(to, from *inner) { *to = *from }

// What is stored in something that is made here stays, unless that goes.
func local(w *worker) bool {
	i := &inner{factory: w.factory}
	j := inner{next: i}
	return j.next.factory != nil
}

func wraps(w *worker, f informers.SharedInformerFactory) { w.log(&inner{next: &inner{factory: f}}) }

func part(w *worker, f informers.SharedInformerFactory) {
	i := &inner{factory: f, next: w.inner.next}
	w.log(i.next)
}

func copied(w *worker) {
	i := w.inner
	w.log(i.next)
}

// It may be given back.
func gets(w *worker) *inner { return w.all["b"] }

func makes(f informers.SharedInformerFactory) *inner {
	i := &inner{next: &inner{factory: f}}
	return i
}

func makesTwo(f informers.SharedInformerFactory) (*inner, *inner) {
	i := makes(f)
	return i, i.next
}

func either(w *worker, yes bool) *inner {
	if yes {
		return w.inner.next
	}
	return &inner{}
}

func uses(w *worker) {
	w.log(gets(w).factory)
	i, _ := makesTwo(w.factory)
	w.log(i.next)
}

// What a function literal lets go or returns goes, whether it is called or not.
func literal(w *worker) func() {
	return func() { w.log(w.factory) }
}

func getter(w *worker) func() informers.SharedInformerFactory {
	return func() informers.SharedInformerFactory { return w.factory }
}

func quiet(w *worker) func() bool { return func() bool { return looks(w) } }

func filled(w *worker) bool {
	var i *inner
	func() { i = w.inner.next }()
	return i != nil
}

func method(w *worker) func() { return w.show }

func (w *worker) show() { w.log(w.inner.next) }

func synced(i cache.SharedIndexInformer) cache.InformerSynced { return i.HasSynced }

// Variables of the package are named.
func global() { shown.next = kept }

func globalAgain(w *worker) { global(); w.log(shown) }

// A path that is too long is cut: all below goes.
func far(w *worker, i *inner) { w.log(i.next.next.next.next.next.next.next.next.next) }

func walks(w *worker, i *inner) {
	for i.next != nil {
		i = i.next
	}
	w.log(i.factory)
}

// Functions may call each other.
func even(w *worker, i *inner) {
	if i.next != nil {
		odd(w, i.next)
	}
}

func odd(w *worker, i *inner) {
	w.log(i.factory)
	even(w, i)
}

// What does more than look lets all go.
func begins(w *worker, stop <-chan struct{}) { w.factory.Start(stop) }
