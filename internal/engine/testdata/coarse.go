// A program that is large because of its work: w0 to w6 call the next one four times.
// Only what does something to informers is followed in it: not w0, but
// register, which does so by what it calls, and synced and asked, which may ask
// for HasSynced. What w0 is given stays, but for log, which is called below; and w0 may
// wait and signal.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type worker struct {
	pods    corelisters.PodLister
	factory informers.SharedInformerFactory
	log     func(string)
	ready   cache.InformerSynced
}

type syncer interface{ HasSynced() bool }

func Run(client kubernetes.Interface, stop <-chan struct{}, log func(string)) {
	first := informers.NewSharedInformerFactory(client, 0)
	second := informers.NewSharedInformerFactory(client, 0)
	w := &worker{pods: second.Core().V1().Pods().Lister(), factory: first, log: log}
	register(second)
	second.Start(stop)
	w.ready = second.Core().V1().Nodes().Informer().HasSynced
	synced(w)
	asked(second.Core().V1().Nodes().Informer())
	w.w0()
	second.Core().V1().Nodes().Lister()
}

func register(f informers.SharedInformerFactory) { below(f) }

func below(f informers.SharedInformerFactory) { f.Core().V1().Pods().Informer() }

func synced(w *worker) bool { return w.ready() }

func asked(s syncer) bool { return s.HasSynced() }

func (w *worker) w0() { w.w1(); w.w1(); w.w1(); w.w1() }
func (w *worker) w1() { w.w2(); w.w2(); w.w2(); w.w2() }
func (w *worker) w2() { w.w3(); w.w3(); w.w3(); w.w3() }
func (w *worker) w3() { w.w4(); w.w4(); w.w4(); w.w4() }
func (w *worker) w4() { w.w5(); w.w5(); w.w5(); w.w5() }
func (w *worker) w5() { w.w6(); w.w6(); w.w6(); w.w6() }
func (w *worker) w6() { w.w7(); w.w7(); w.w7(); w.w7() }

func (w *worker) w7() {
	if _, err := w.pods.Pods("shop").Get("till"); err != nil {
		w.log("there is none")
	}
}
