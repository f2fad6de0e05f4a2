// Large programs in which functions that are not followed are known by what they do with
// what they are given: what they only look at stays, so that dormant and late are
// reported. Stored, given back, called or handed on it leaves, or is found where it is.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

type factory = informers.SharedInformerFactory

type work struct {
	log  func(string)
	made factory
	next *work
}

func (w *work) w0() { w.w1(); w.w1(); w.w1(); w.w1() }
func (w *work) w1() { w.w2(); w.w2(); w.w2(); w.w2() }
func (w *work) w2() { w.w3(); w.w3(); w.w3(); w.w3() }
func (w *work) w3() { w.w4(); w.w4(); w.w4(); w.w4() }
func (w *work) w4() { w.w5(); w.w5(); w.w5(); w.w5() }
func (w *work) w5() { w.w6(); w.w6(); w.w6(); w.w6() }
func (w *work) w6() { w.w7(); w.w7(); w.w7(); w.w7() }
func (w *work) w7() { w.log("done") }

func (w *work) has() bool { return w.made != nil && w.next == nil }

func begun(client kubernetes.Interface, log func(string)) *work {
	w := &work{log: log, made: informers.NewSharedInformerFactory(client, 0)}
	w.made.Core().V1().Pods().Informer()
	w.w0()
	return w
}

// The function only looks, also through what another one gives back.
func Dormant(client kubernetes.Interface, log func(string)) {
	w := &work{log: log, made: informers.NewSharedInformerFactory(client, 0)}
	w.w0()
	w.made.Core().V1().Pods().Informer().GetStore().List()
	same(w).has()
}

func same(w *work) *work { return w }

func Late(client kubernetes.Interface, stop <-chan struct{}, log func(string)) {
	w := &work{log: log, made: informers.NewSharedInformerFactory(client, 0)}
	w.w0()
	box := wrap(w.made)
	box.made.Start(stop)
	w.has()
	w.made.Core().V1().Pods().Informer()
}

// What is made is known where it is given back.
func wrap(f factory) *work { return &work{next: &work{}, made: f} }

// It is stored, and is found there or not: it has left.
func Stored(client kubernetes.Interface, stop <-chan struct{}, log func(string)) {
	w, v := begun(client, log), new(work)
	put(v, w.made)
	v.made.Start(stop)
}

func put(w *work, f factory) { w.made = f }

// A function value that is called with something else may do it.
func Called(client kubernetes.Interface, stop <-chan struct{}, log func(string)) {
	w := begun(client, log)
	each([]func(int){func(int) { w.made.Start(stop) }})
}

func each(fs []func(int)) {
	for i, f := range fs {
		f(i)
	}
}

// So may the method of an interface.
type starter interface{ begin(int) }

type real struct {
	made factory
	stop <-chan struct{}
}

func (r *real) begin(int) { r.made.Start(r.stop) }

func Handed(client kubernetes.Interface, stop <-chan struct{}, log func(string)) {
	w := begun(client, log)
	all([]starter{&real{w.made, stop}})
}

func all(ss []starter) {
	for i, s := range ss {
		s.begin(i)
	}
}

// Whoever has the object may do it by a method, which is not followed either.
type Owner struct{ work work }

func (o *Owner) Setup(client kubernetes.Interface) {
	o.work.made = informers.NewSharedInformerFactory(client, 0)
	o.work.made.Core().V1().Pods().Informer()
	o.work.w0()
}

func (o *Owner) Made() factory { return o.work.made }

// A method that only looks does not.
type Keeper struct{ work work }

func (k *Keeper) Setup(client kubernetes.Interface) {
	k.work.made = informers.NewSharedInformerFactory(client, 0)
	k.work.made.Core().V1().Pods().Informer()
	k.work.w0()
}

func (k *Keeper) Has() bool { return k.work.has() }
