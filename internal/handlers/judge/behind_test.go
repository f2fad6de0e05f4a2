package judge_test

import (
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/judge"
)

// Methods of an interface of the project's own, which a Delete function calls with what it
// gets: the types behind the interface have to expect a tombstone.
func TestMethodsBehindDelete(t *testing.T) {
	const before, after = `package behind

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

type gone interface{ Gone(obj any) }

type names struct{ to chan<- string }

func (n *names) Gone(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		n.to <- pod.Name
	}
}

type panics struct{ to chan<- string }

func (n *panics) Gone(obj any) { n.to <- obj.(*corev1.Pod).Name }

type right struct{ to chan<- string }

func (r *right) Gone(obj any) {
	if t, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = t.Obj
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		r.to <- pod.Name
	}
}

type opens struct{ next gone }

func (o *opens) Gone(obj any) {
	if t, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = t.Obj
	}
	o.next.Gone(obj)
}

type counts struct {
	next gone
	n    int
}

func (c *counts) Gone(obj any) { c.n++; c.next.Gone(obj) }

type logs struct{}

func (logs) Gone(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	println(pod.Name)
}

func names2(to chan<- string) gone { return &names{to} }

func run(informer cache.SharedIndexInformer, g gone) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { g.Gone(obj) }})
}

func open(informer cache.SharedIndexInformer, g gone) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if t, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			obj = t.Obj
		}
		g.Gone(obj)
	}})
}

func filtered(informer cache.SharedIndexInformer, g gone) {
	informer.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool { _, ok := obj.(*corev1.Pod); return ok },
		Handler:    cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { g.Gone(obj) }},
	})
}

func twice(informer cache.SharedIndexInformer, g, h gone) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { g.Gone(obj); h.Gone(obj) }})
}

func keyed(informer cache.SharedIndexInformer, g gone, to chan<- string) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		g.Gone(obj)
		if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
			to <- key
		}
	}})
}

func may(informer cache.SharedIndexInformer, g gone, deletes bool) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if deletes {
			g.Gone(obj)
		}
	}})
}

func added(informer cache.SharedIndexInformer, g gone, deletes bool) {
	h := cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { g.Gone(obj) }}
	if deletes {
		h.DeleteFunc = func(obj any) { g.Gone(obj) }
	}
	informer.AddEventHandler(h)
}

func pair(informer cache.SharedIndexInformer, g gone) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { g.Gone(obj) }})
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if t, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			g.Gone(t.Obj)
		}
	}})
}

func wrapped(informer cache.SharedIndexInformer, g gone) {
	g = &opens{g}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { g.Gone(obj) }})
}

type tries interface{ Try(obj any) bool }

func (n *names) Try(obj any) bool {
	pod, ok := obj.(*corev1.Pod)
	if ok {
		n.to <- pod.Name
	}
	return ok
}

func (r *right) Try(obj any) bool { r.Gone(obj); return true }

func tried(informer cache.SharedIndexInformer, g tries, done chan<- bool) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { done <- g.Try(obj) }})
}

func later(informer cache.SharedIndexInformer, g gone, deletes bool) {
	register := func() {
		informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { g.Gone(obj) }})
	}
	if deletes {
		register()
	}
}

type watcher struct{ each []gone; one gone }

func (w *watcher) watch(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { w.one.Gone(obj) }})
}

func Watch(informer cache.SharedIndexInformer, to chan<- string) {
	`, "\n}\n"
	for _, test := range []struct {
		name, watch string
		kinds       []judge.TombKind
	}{
		{"dropped", "run(informer, &names{to}); run(informer, &right{to})", []judge.TombKind{judge.Dropped}},
		{"it panics", "run(informer, &panics{to}); run(informer, &right{to})", []judge.TombKind{judge.Unchecked}},
		{"counted first", "run(informer, &counts{next: &panics{to}}); run(informer, &opens{&right{to}})", []judge.TombKind{judge.Unchecked}},
		{"in a field", "w := &watcher{one: &panics{to}}; w.watch(informer); run(informer, &right{to})", []judge.TombKind{judge.Unchecked}},

		{"made by a function that may choose", "run(informer, names2(to)); run(informer, &right{to})", nil},
		{"told twice", "twice(informer, &names{to}, &right{to}); run(informer, logs{})", nil},
		{"the tombstone's key is sent beside it", "keyed(informer, &names{to}, to); run(informer, &right{to})", nil},
		{"only if it may", "may(informer, &panics{to}, false); run(informer, &right{to}); run(informer, logs{})", nil},
		{"registered if it may", "added(informer, &panics{to}, false); added(informer, &right{to}, true)", nil},
		{"registered by a literal that may not be called", "later(informer, &panics{to}, false); later(informer, &right{to}, true)", nil},
		{"asked whether it could", "tried(informer, &names{to}, nil); tried(informer, &right{to}, nil)", nil},
		{"two handlers", "pair(informer, &names{to}); run(informer, &right{to})", nil},
		{"wrapped first", "wrapped(informer, &panics{to}); run(informer, &right{to})", nil},
		{"both right", "run(informer, &right{to}); run(informer, logs{})", nil},
		{"opened before", "open(informer, &names{to}); open(informer, &panics{to})", nil},
		{"behind a filter that lets none through", "filtered(informer, &panics{to}); run(informer, &right{to})", nil},
		{"opened by another", "run(informer, &opens{&panics{to}}); run(informer, &right{to})", nil},
		{"only called by hand", "var g gone = &panics{to}; g.Gone(&corev1.Pod{}); run(informer, &right{to}); run(informer, logs{})", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := again(t, "behind", before+test.watch+after)
			var kinds []judge.TombKind
			for _, g := range p.Groups {
				if g.Delete != nil {
					tombs, _ := judge.Compare(p, g)
					for _, tomb := range tombs {
						if tomb.Kind != judge.FilterRejects { // that of filtered, always
							kinds = append(kinds, tomb.Kind)
						}
					}
				}
			}
			if len(kinds) != len(test.kinds) || len(kinds) > 0 && kinds[0] != test.kinds[0] {
				t.Errorf("found %v, want %v", kinds, test.kinds)
			}
		})
	}
}

// A handler that a function returns: whoever gets it registers it, if that is all it can
// do. What has other methods as well may be called by hand, with objects that are there.
func TestReturnedHandler(t *testing.T) {
	const text = `package returned

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

type names struct{ to chan<- string }

func (n *names) OnAdd(obj any, _ bool) { n.to <- obj.(*corev1.Pod).Name }
func (n *names) OnUpdate(_, obj any)   { n.to <- obj.(*corev1.Pod).Name }
func (n *names) OnDelete(obj any)      { n.to <- obj.(*corev1.Pod).Name }
func (n *names) Run()                  {}

type controller interface {
	cache.ResourceEventHandler
	Run()
}

func New(to chan<- string) `
	for result, want := range map[string]int{"cache.ResourceEventHandler": 1, "controller": 0} {
		found := 0
		if p := again(t, "returned", text+result+" { return &names{to} }\n"); p != nil { // nil: nothing is registered
			for _, g := range p.Groups {
				found += len(judge.Tombs(p, g))
			}
		}
		if found != want {
			t.Errorf("%s: found %d, want %d", result, found, want)
		}
	}
}
