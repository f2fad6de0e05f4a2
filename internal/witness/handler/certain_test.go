package handler_test

import (
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/witness/handler"
)

// certain has Delete functions that do more with an object than can be followed. It
// is nowhere on disk.
func certain() string {
	_, flags, _ := strings.Cut(many, "func flags(")
	return `package certain

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

type state struct{ queue interface{ Add(string) } }

func (s *state) sync(pod *corev1.Pod) {
	a, b, c, d, e, f, g, h := flags(pod)
	if a && b && c && d && e && f && g && h {
		s.queue.Add(pod.Name)
	}
}

func unchecked(informer cache.SharedIndexInformer, s *state) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { s.sync(obj.(*corev1.Pod)) },
		DeleteFunc: func(obj any) { s.sync(obj.(*corev1.Pod)) }, // want
	})
}

func checked(informer cache.SharedIndexInformer, s *state) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if pod, ok := obj.(*corev1.Pod); ok {
			s.sync(pod)
		}
	}})
}

func unwrapped(informer cache.SharedIndexInformer, s *state) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if stone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			obj = stone.Obj
		}
		s.sync(obj.(*corev1.Pod))
	}})
}

func left(informer cache.SharedIndexInformer, s *state) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if s.queue == nil {
			return
		}
		s.sync(obj.(*corev1.Pod))
	}})
}

func recovered(informer cache.SharedIndexInformer, s *state) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		defer func() { recover() }()
		s.sync(obj.(*corev1.Pod))
	}})
}

func filtered(informer cache.SharedIndexInformer, s *state) {
	informer.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool { _, ok := obj.(*corev1.Pod); return ok },
		Handler:    cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { s.sync(obj.(*corev1.Pod)) }},
	})
}

func refused(informer cache.SharedIndexInformer, s *state) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		pod, ok := obj.(*corev1.Pod)
		if !ok {
			panic("no pod")
		}
		s.sync(pod)
	}})
}

func flags(` + flags
}

// A Delete function that panics with each tombstone does so whatever it does with an
// object. No fix can be shown to do the same.
func TestCertain(t *testing.T) {
	r := program(t, "certain")
	var want, got []int
	for i, line := range strings.Split(certain(), "\n") {
		if strings.HasSuffix(line, "// want") {
			want = append(want, i+1)
		}
	}
	for _, f := range r.findings["tombstone"] {
		got = append(got, r.fset.Position(f.Pos).Line)
		if f.Witness == nil || f.Category != "unchecked-assertion" || len(f.SuggestedFixes) > 0 {
			t.Errorf("%s with %d fixes, witness %v", f.Category, len(f.SuggestedFixes), f.Witness)
		}
	}
	if len(got) != 1 || len(want) != 1 || got[0] != want[0] {
		t.Errorf("reported in lines %v, want %v", got, want)
	}
	for i, g := range r.handlers.Groups {
		if v := handler.Deletions(r.handlers.Program(g)); v.Cut != (i != 0) && v.Open == false {
			t.Errorf("group %d: too many ways: %v", i, v.Cut)
		}
	}
}

// why says what was followed of a function, and of what.
func TestWhyFollowed(t *testing.T) {
	for _, c := range []struct {
		program string
		group   int
		of      func(*registered.Group) *registered.Func
		said    string
	}{
		{"certain", 0, deletes, "followed on all its paths with a tombstone; with an object it is too large to follow, so only a panic with every tombstone is reported of it; what workers and tasks do is left out"},
		{"elsewhere", 0, deletes, "followed on all its paths with an object and with a tombstone"},
		{"choices", 0, updates, "followed on all its paths with objects of two UIDs"},
		{"many", 0, updates, "with objects of two UIDs it is too large to follow"},
	} {
		r := program(t, c.program)
		f := c.of(r.handlers.Groups[c.group])
		if f == nil {
			t.Fatalf("%s has no such function", c.program)
		}
		posn := r.fset.Position(f.Fn.Syntax().Pos())
		got := strings.Join(r.handlers.Why(posn.Filename, posn.Line), "\n")
		if _, rest, ok := strings.Cut(got, "; "+c.said); !ok || rest != "" && rest[0] != '\n' && !strings.HasPrefix(rest, ",") {
			t.Errorf("%s: why says %q, want %q", c.program, got, c.said)
		}
	}
}

func deletes(g *registered.Group) *registered.Func { return g.Delete }
func updates(g *registered.Group) *registered.Func { return g.Update }
