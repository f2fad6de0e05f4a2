package judge_test

import (
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/judge"
)

// A method that is called AddEventHandler registers what it is given, unless it only calls
// that from another handler: then it may be given something else than the informer hands out.
func TestAdapted(t *testing.T) {
	for _, test := range []struct {
		name, adds string
		found      int
	}{
		{"registered", `w.inf.AddEventHandler(h)`, 1},
		{"registered by the next one of a list", `if w.next != nil { w.next.AddEventHandler(h); return }; w.inf.AddEventHandler(h)`, 1},
		{"registered, and told of what there is", `for _, o := range w.inf.GetStore().List() { h.OnAdd(o, true) }; w.inf.AddEventHandler(h)`, 1},
		{"converted", `w.inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
			AddFunc:    func(o any) { h.OnAdd(quotaOf(o), false) },
			DeleteFunc: func(o any) { h.OnDelete(quotaOf(o)) },
		})`, 0},
		{"opened", `w.inf.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(o any) {
			if t, ok := o.(cache.DeletedFinalStateUnknown); ok { o = t.Obj }
			h.OnDelete(o)
		}})`, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := again(t, "adapted", `package adapted

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

type quotas struct {
	inf  cache.SharedIndexInformer
	next *quotas
}

func quotaOf(o any) *corev1.Pod {
	p, ok := o.(*corev1.Pod)
	if !ok { return nil }
	return &corev1.Pod{ObjectMeta: p.ObjectMeta}
}

func (w *quotas) AddEventHandler(h cache.ResourceEventHandler) { `+test.adds+` }

func Watch(w *quotas, known map[string]bool) {
	w.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(o any) { known[o.(*corev1.Pod).Name] = true },
		DeleteFunc: func(o any) { delete(known, o.(*corev1.Pod).Name) },
	})
}
`)
			found := 0
			for _, g := range p.Groups {
				found += len(judge.Tombs(p, g))
			}
			if found != test.found {
				t.Errorf("%d reports, want %d", found, test.found)
			}
		})
	}
}
