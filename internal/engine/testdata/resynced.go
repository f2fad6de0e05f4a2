// A resync gives the pods' Update function one object twice. One that is missing, or
// ignores what has not changed, makes up for nothing that the Add function has read too
// early; any other may.
package p

import (
	"reflect"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

type pairs struct {
	nodes, pods cache.SharedIndexInformer
	count       int
}

func work(int) {}

func (p *pairs) added(any) { work(len(p.nodes.GetStore().List())) }

func (p *pairs) again(any) { p.count++ }

func made(lw cache.ListerWatcher, period time.Duration) *pairs {
	return &pairs{nodes: cache.NewSharedIndexInformer(lw, nil, 0, nil), pods: cache.NewSharedIndexInformer(lw, nil, period, nil)}
}

// None: no Update function: a resync tells nothing.
func None(lw cache.ListerWatcher, period time.Duration, stop <-chan struct{}) {
	p := made(lw, period)
	p.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.added})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

func Equal(lw cache.ListerWatcher, period time.Duration, stop <-chan struct{}) {
	p := made(lw, period)
	p.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.added, UpdateFunc: p.equal})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

func (p *pairs) equal(old, cur any) {
	if reflect.DeepEqual(old, cur) {
		return
	}
	p.again(cur)
}

func Version(lw cache.ListerWatcher, period time.Duration, stop <-chan struct{}) {
	p := made(lw, period)
	p.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.added, UpdateFunc: p.version})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

func (p *pairs) version(old, cur any) {
	o, n := old.(*corev1.Pod), cur.(*corev1.Pod)
	if o.ResourceVersion == n.ResourceVersion {
		klog.Infof("pod %v has not changed", n.Name)
		return
	}
	p.again(cur)
}

func Asserted(lw cache.ListerWatcher, period time.Duration, stop <-chan struct{}) {
	p := made(lw, period)
	p.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.added, UpdateFunc: p.asserted})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

func (p *pairs) asserted(old, cur any) {
	o, ok := old.(*corev1.Pod)
	if !ok {
		return
	}
	if n, ok := cur.(*corev1.Pod); ok && changed(o, n) {
		p.again(cur)
	}
}

func Always(lw cache.ListerWatcher, period time.Duration, stop <-chan struct{}) {
	p := made(lw, period)
	p.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.added, UpdateFunc: p.always})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

func (p *pairs) always(old, cur any) {
	p.again(cur)
}

func Inverted(lw cache.ListerWatcher, period time.Duration, stop <-chan struct{}) {
	p := made(lw, period)
	p.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.added, UpdateFunc: p.inverted})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

func (p *pairs) inverted(old, cur any) {
	if !reflect.DeepEqual(old, cur) {
		return
	}
	p.again(cur)
}

// Others: compares two fields that may be the same or not.
func Others(lw cache.ListerWatcher, period time.Duration, stop <-chan struct{}) {
	p := made(lw, period)
	p.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.added, UpdateFunc: p.others})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

func (p *pairs) others(old, cur any) {
	o, n := old.(*corev1.Pod), cur.(*corev1.Pod)
	if o.Name == n.Namespace {
		return
	}
	p.again(cur)
}

// Partly: leaves out only some of what has not changed.
func Partly(lw cache.ListerWatcher, period time.Duration, stop <-chan struct{}) {
	p := made(lw, period)
	p.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.added, UpdateFunc: p.partly})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

func (p *pairs) partly(old, cur any) {
	o, n := old.(*corev1.Pod), cur.(*corev1.Pod)
	if o.ResourceVersion == n.ResourceVersion && n.Name != "" {
		return
	}
	p.again(cur)
}

// Before: has done its work before it compares.
func Before(lw cache.ListerWatcher, period time.Duration, stop <-chan struct{}) {
	p := made(lw, period)
	p.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.added, UpdateFunc: p.before})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

func (p *pairs) before(old, cur any) {
	p.again(cur)
	if reflect.DeepEqual(old, cur) {
		return
	}
	p.count++
}

// Deferred: works when it returns.
func Deferred(lw cache.ListerWatcher, period time.Duration, stop <-chan struct{}) {
	p := made(lw, period)
	p.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.added, UpdateFunc: p.deferred})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

func (p *pairs) deferred(old, cur any) {
	defer p.again(cur)
	if reflect.DeepEqual(old, cur) {
		return
	}
}

// Changes: compares something else than what it was given.
func Changes(lw cache.ListerWatcher, period time.Duration, stop <-chan struct{}) {
	p := made(lw, period)
	p.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.added, UpdateFunc: p.changes})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

func (p *pairs) changes(old, cur any) {
	o := old.(*corev1.Pod)
	p.count++
	if o.ResourceVersion == cur.(*corev1.Pod).ResourceVersion {
		return
	}
}

// Sometimes: asks something else first, in a function that it calls.
func Sometimes(lw cache.ListerWatcher, period time.Duration, stop <-chan struct{}) {
	p := made(lw, period)
	p.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.added, UpdateFunc: p.sometimes})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

func (p *pairs) sometimes(old, cur any) {
	if p.same(old, cur) {
		return
	}
	p.again(cur)
}

func changed(o, n *corev1.Pod) bool {
	return o.GetName() != n.GetName() || !reflect.DeepEqual(o.Spec, n.Spec)
}

func (p *pairs) same(old, cur any) bool {
	if p.count > 0 {
		return false
	}
	return reflect.DeepEqual(old, cur)
}

// Two has a second handler, which does not ignore it.
func Two(lw cache.ListerWatcher, period time.Duration, stop <-chan struct{}) {
	p := made(lw, period)
	p.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.added})
	p.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: p.always})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

// Filtered has a filter that works.
func Filtered(lw cache.ListerWatcher, period time.Duration, stop <-chan struct{}) {
	p := made(lw, period)
	p.pods.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool { p.again(obj); return true },
		Handler:    cache.ResourceEventHandlerFuncs{AddFunc: p.added},
	})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

// Own is a handler of its own type.
func Own(lw cache.ListerWatcher, period time.Duration, stop <-chan struct{}) {
	p := made(lw, period)
	p.pods.AddEventHandler(own{p})
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

type own struct{ p *pairs }

func (o own) OnAdd(obj any, _ bool) { o.p.again(obj) }
func (o own) OnUpdate(_, cur any)   { o.p.again(cur) }
func (o own) OnDelete(any)          {}

// Other has an informer beside it whose Update does all the work again.
func Other(lw cache.ListerWatcher, period time.Duration, stop <-chan struct{}) {
	p := made(lw, period)
	p.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.added})
	p.nodes.AddEventHandlerWithResyncPeriod(cache.ResourceEventHandlerFuncs{UpdateFunc: p.always}, period)
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}

// Polled has somebody beside it who looks every second.
func Polled(lw cache.ListerWatcher, period time.Duration, stop <-chan struct{}) {
	p := made(lw, period)
	p.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.added})
	p.run(stop)
}

func (p *pairs) run(stop <-chan struct{}) {
	go func() {
		for {
			time.Sleep(time.Second)
			work(len(p.nodes.GetStore().List()))
		}
	}()
	go p.nodes.Run(stop)
	go p.pods.Run(stop)
}
