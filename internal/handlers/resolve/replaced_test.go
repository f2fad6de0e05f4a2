package resolve_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/stubtest"
)

// Handlers of which the Delete function is replaced, and of which it is not: MADE is the
// Delete function that each of them begins with.
var replacements = []struct {
	name, watch string
	made        bool // MADE is the Delete function of a handler that is registered
}{
	{"as it is", `i.AddEventHandler(FUNCS)`, true},
	{"what a helper returns", `i.AddEventHandler(s.handlers())`, true},
	{"a pointer that a helper returns", `i.AddEventHandler(s.pointer())`, true},
	{"made of functions", `h := made(s.add, s.MADE); i.AddEventHandler(h)`, true},
	{"another field", `h := s.handlers(); h.AddFunc = nil; i.AddEventHandler(h)`, true},
	{"another field by pointer", `h := s.pointer(); h.AddFunc = nil; i.AddEventHandler(h)`, true},
	{"a pointer that is looked at", `h := s.pointer(); looks(h); i.AddEventHandler(h)`, true},
	{"in a field", `s.h = FUNCS; i.AddEventHandler(s.h)`, true},
	{"made twice", `s.h = FUNCS; i.AddEventHandler(s.h); o.h = cache.ResourceEventHandlerFuncs{AddFunc: s.add, DeleteFunc: s.nothing}`, true},
	{"made anew in a loop", `for range 3 { h := FUNCS; i.AddEventHandler(h) }`, true},
	{"one of two", `h := FUNCS; if s.on { h = cache.ResourceEventHandlerFuncs{AddFunc: s.add} } else { h = FUNCS }; i.AddEventHandler(h)`, true},
	{"filled before", `h := cache.ResourceEventHandlerFuncs{DeleteFunc: s.nothing}; h.DeleteFunc = s.MADE; i.AddEventHandler(h)`, true},
	{"set before by somebody", `h := &cache.ResourceEventHandlerFuncs{}; blank(h); h.DeleteFunc = s.MADE; i.AddEventHandler(h)`, true},
	{"compared and registered", `h := s.handlers(); if h.DeleteFunc != nil { i.AddEventHandler(h) }`, true},
	{"a copy that is thrown away", `h := FUNCS; i.AddEventHandler(h); other(h)`, true},

	{"a maker's value", `i.AddEventHandler(s.handlers()); s.call(s.handlers).OnAdd(nil, true)`, true},
	{"a maker in a field", `s.mk = s.handlers; i.AddEventHandler(s.handlers()); h := s.mk(); h.AddFunc = nil; i.AddEventHandler(h)`, true},
	{"another maker in a field", `s.mk = func() cache.ResourceEventHandlerFuncs { return cache.ResourceEventHandlerFuncs{} }; i.AddEventHandler(s.handlers()); h := s.mk(); h.DeleteFunc = nil; i.AddEventHandler(h)`, true},
	{"another field in a loop", `for _, e := range []entry{{h: FUNCS}} { h := e.h; h.AddFunc = nil; i.AddEventHandler(h) }`, true},
	{"another field of one in another", `o2 := outer2{inner2{FUNCS}}; o2.add(); i.AddEventHandler(o2.in.h)`, true},
	{"another field, by another name", `h := &FUNCS; (*mine)(h).add(); i.AddEventHandler(h)`, true},
	{"two fields of one of somebody else's", `s.h = FUNCS; i.AddEventHandler(s.h); o.h.AddFunc = s.add; o.h.DeleteFunc = s.nothing`, true},

	{"in what a method value returns", `i.AddEventHandler(s.blanks(s.handlers))`, false},
	{"in what a method value returns, at once", `f := s.handlers; h := f(); h.DeleteFunc = nil; i.AddEventHandler(h)`, false},
	{"in what a method of a type returns", `f := (*s2).made; if s.on { f = nil }; h := f(o, s); h.DeleteFunc = nil; i.AddEventHandler(h)`, false},
	{"in what a closure returns", `s.mk = func() cache.ResourceEventHandlerFuncs { return FUNCS }; h := s.mk(); h.DeleteFunc = opened(h.DeleteFunc); i.AddEventHandler(h)`, false},
	{"in what makers return", `for _, mk := range []func() *cache.ResourceEventHandlerFuncs{s.pointer, s.again} { h := mk(); h.DeleteFunc = nil; i.AddEventHandler(h) }`, false},
	{"in what an interface returns", `var m maker = s; h := m.handlers(); d := h.DeleteFunc; h.DeleteFunc = func(obj any) { d(open(obj)) }; i.AddEventHandler(h)`, false},
	{"in what a function's value returns", `mk := fresh; if s.on { mk = nil }; h := mk(s.MADE); h.DeleteFunc = nil; i.AddEventHandler(h)`, false},
	{"in a list of structures", `for _, e := range []entry{{h: FUNCS}, {h: FUNCS}} { h := e.h; h.DeleteFunc = opened(h.DeleteFunc); i.AddEventHandler(h) }`, false},
	{"in one in another", `o2 := outer{inner{FUNCS}}; o2.open(); i.AddEventHandler(o2.in.h)`, false},
	{"in one in another, and another field", `o2 := outer{inner{FUNCS}}; o2.both(); i.AddEventHandler(o2.in.h)`, false},
	{"in a generic structure", `b := &box[cache.ResourceEventHandlerFuncs]{v: FUNCS}; b.edit(func(h *cache.ResourceEventHandlerFuncs) { h.DeleteFunc = nil }); i.AddEventHandler(b.v)`, false},
	{"by a generic function of pointers", `h := edited(&FUNCS, func(h *cache.ResourceEventHandlerFuncs) { h.DeleteFunc = nil }); i.AddEventHandler(h)`, false},
	{"by another name", `h := &FUNCS; (*mine)(h).open(); i.AddEventHandler(h)`, false},
	{"in what a helper returns", `h := s.handlers(); h.DeleteFunc = nil; i.AddEventHandler(h)`, false},
	{"through a helper's pointer", `h := s.pointer(); h.DeleteFunc = s.nothing; i.AddEventHandler(h)`, false},
	{"through what two helpers return", `h := s.again(); h.DeleteFunc = s.nothing; i.AddEventHandler(h)`, false},
	{"with an error", `h, err := s.either(); if err != nil { return }; h.DeleteFunc = nil; i.AddEventHandler(h)`, false},
	{"only if there is one", `h := s.handlers(); if h.DeleteFunc != nil { h.DeleteFunc = opened(h.DeleteFunc) }; i.AddEventHandler(h)`, false},
	{"in place, if there is one", `h := &FUNCS; if h.DeleteFunc != nil { h.DeleteFunc = opened(h.DeleteFunc) }; i.AddEventHandler(h)`, false},
	{"by somebody", `h := FUNCS; blank(&h); i.AddEventHandler(h)`, false},
	{"by somebody, in a literal", `h := &FUNCS; blank(h); i.AddEventHandler(h)`, false},
	{"by an option", `h := FUNCS; for _, o := range s.options { o(&h) }; i.AddEventHandler(h)`, false},
	{"by an interface", `h := FUNCS; s.opener.Open(&h); i.AddEventHandler(h)`, false},
	{"by a copy that comes back", `i.AddEventHandler(blanked(FUNCS))`, false},
	{"by a closure", `h := FUNCS; f := func() { h.DeleteFunc = nil }; f(); i.AddEventHandler(h)`, false},
	{"by a deferred closure", `i.AddEventHandler(s.deferred())`, false},
	{"by the address of the field", `h := FUNCS; set(&h.DeleteFunc); i.AddEventHandler(h)`, false},
	{"in a field, by another function", `s.h = FUNCS; s.blank(); i.AddEventHandler(s.h)`, false},
	{"in a pointer field, by another function", `s.p = &FUNCS; s.blank(); i.AddEventHandler(s.p)`, false},
	{"in a variable of the package", `shared = FUNCS; blankShared(); i.AddEventHandler(shared)`, false},
	{"in a list", `h, k := &FUNCS, &FUNCS; for _, p := range []*cache.ResourceEventHandlerFuncs{h, k} { p.DeleteFunc = nil }; i.AddEventHandler(h); i.AddEventHandler(k)`, false},
	{"behind an interface", `var h cache.ResourceEventHandler = s.pointer(); if f, ok := h.(*cache.ResourceEventHandlerFuncs); ok { f.DeleteFunc = nil }; i.AddEventHandler(h)`, false},
	{"all of it", `h := FUNCS; h = cache.ResourceEventHandlerFuncs{AddFunc: h.AddFunc}; i.AddEventHandler(h)`, false},
	{"all of it, through a pointer", `h := FUNCS; clear(&h); i.AddEventHandler(h)`, false},
	{"all of it, in a field", `s.h = FUNCS; s.h = cache.ResourceEventHandlerFuncs{AddFunc: s.add}; i.AddEventHandler(s.h)`, false},
	{"by a function of any type", `i.AddEventHandler(apply(FUNCS, blank))`, false},
	{"what it is in", `f := cache.FilteringResourceEventHandler{FilterFunc: yes, Handler: FUNCS}; f.Handler = cache.ResourceEventHandlerFuncs{AddFunc: s.add}; i.AddEventHandler(f)`, false},

	// Who asks for it is told of what is there, and others may register it.
	{"fed", `s.Handlers().AddFunc(&corev1.Pod{})`, true},
	{"fed, and nobody else has it", `s.handlers().AddFunc(&corev1.Pod{})`, false},
	{"fed, and wrapped", `s.Handlers().AddFunc(&corev1.Pod{}); h := s.Handlers(); i.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: h.AddFunc, DeleteFunc: func(obj any) { h.DeleteFunc(open(obj)) }})`, false},

	// Another handler calls it, with what it gets.
	{"called", `h := FUNCS; i.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: h.AddFunc, DeleteFunc: func(obj any) { s.n++; h.DeleteFunc(obj) }})`, true},
	{"called, by its method", `h := FUNCS; i.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: h.AddFunc, DeleteFunc: func(obj any) { s.n++; h.OnDelete(obj) }})`, true},
	{"called, if it is no tombstone", `h := FUNCS; i.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: h.AddFunc, DeleteFunc: func(obj any) { if _, ok := obj.(cache.DeletedFinalStateUnknown); !ok { h.DeleteFunc(obj) } }})`, false},
	{"called, if it is wanted", `h := FUNCS; i.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: h.AddFunc, DeleteFunc: func(obj any) { if s.on { h.DeleteFunc(obj) } }})`, false},
	{"called, and recovers", `h := FUNCS; i.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: h.AddFunc, DeleteFunc: func(obj any) { defer func() { _ = recover() }(); h.DeleteFunc(obj) }})`, false},
	{"called, and opened around", `h := FUNCS; i.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: h.AddFunc, DeleteFunc: opened(func(obj any) { h.DeleteFunc(obj) })})`, false},
	{"called, and opened later", `h := FUNCS; o2 := cache.ResourceEventHandlerFuncs{AddFunc: h.AddFunc, DeleteFunc: func(obj any) { h.DeleteFunc(obj) }}; o2.DeleteFunc = opened(o2.DeleteFunc); i.AddEventHandler(o2)`, false},
	{"called, behind a filter", `h := FUNCS; i.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: yes, Handler: cache.ResourceEventHandlerFuncs{AddFunc: h.AddFunc, DeleteFunc: func(obj any) { h.DeleteFunc(obj) }}})`, false},
	{"called, in what is wrapped", `h := FUNCS; i.AddEventHandler(wrapped(cache.ResourceEventHandlerFuncs{AddFunc: h.AddFunc, DeleteFunc: func(obj any) { h.DeleteFunc(obj) }}))`, false},
	{"called by itself", `var h cache.ResourceEventHandlerFuncs; h = cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { h.DeleteFunc(obj) }}; k := FUNCS; looks(&k); i.AddEventHandler(h)`, false},

	// Another handler calls it, with what that recovers.
	{"wrapped", `h := s.handlers(); i.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: h.AddFunc, DeleteFunc: func(obj any) { h.DeleteFunc(open(obj)) }})`, false},
	{"wrapped, by its method", `h := s.handlers(); i.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: h.AddFunc, DeleteFunc: func(obj any) { h.OnDelete(open(obj)) }})`, false},
	{"made of functions, and wrapped", `h := made(s.add, s.MADE); i.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: h.AddFunc, DeleteFunc: func(obj any) { h.OnDelete(open(obj)) }})`, false},
	{"wrapped by a function", `i.AddEventHandler(wrapped(FUNCS))`, false},
}

// A Delete function that is replaced before the handler is registered is not the handler's.
func TestReplaced(t *testing.T) {
	const around = `package replaced

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

var _ corev1.Pod

type s struct {
	n       int
	on      bool
	h       cache.ResourceEventHandlerFuncs
	p       *cache.ResourceEventHandlerFuncs
	options []func(*cache.ResourceEventHandlerFuncs)
	opener  interface{ Open(*cache.ResourceEventHandlerFuncs) }
	mk      func() cache.ResourceEventHandlerFuncs
}

type (
	maker interface{ handlers() cache.ResourceEventHandlerFuncs }
	entry struct { name string; h cache.ResourceEventHandlerFuncs }
	inner struct{ h cache.ResourceEventHandlerFuncs }
	outer struct{ in inner }
	inner2 struct{ h cache.ResourceEventHandlerFuncs }
	outer2 struct{ in inner2 }
	mine  cache.ResourceEventHandlerFuncs
	box[T any] struct{ v T }
)

func (o *outer2) add()              { h := &o.in.h; h.AddFunc = nil }
func (o *outer) open()              { h := &o.in.h; h.DeleteFunc = opened(h.DeleteFunc) }
func (o *outer) both()              { h := &o.in.h; h.AddFunc = opened(h.AddFunc); h.DeleteFunc = opened(h.DeleteFunc) }
func (m *mine) add()                { m.AddFunc = nil }
func (m *mine) open()               { d := m.DeleteFunc; m.DeleteFunc = func(obj any) { d(open(obj)) } }
func (b *box[T]) edit(f func(*T))   { f(&b.v) }
func edited[H interface{ *cache.ResourceEventHandlerFuncs }](h H, f func(H)) H { f(h); return h }
func fresh(del func(any)) cache.ResourceEventHandlerFuncs { return cache.ResourceEventHandlerFuncs{DeleteFunc: del} }
func (s *s) call(mk func() cache.ResourceEventHandlerFuncs) cache.ResourceEventHandlerFuncs { return mk() }

var shared cache.ResourceEventHandlerFuncs

func (s *s) add(any)     { s.n++ }
func (s *s) MADE(any)    { s.n-- }
func (s *s) nothing(any) {}
func yes(any) bool       { return true }

func (s *s) handlers() cache.ResourceEventHandlerFuncs        { return FUNCS }
func (s *s) Handlers() cache.ResourceEventHandlerFuncs        { return FUNCS }
func (s *s) pointer() *cache.ResourceEventHandlerFuncs        { return &FUNCS }
func (s *s) again() *cache.ResourceEventHandlerFuncs          { return s.pointer() }
func (s *s) either() (cache.ResourceEventHandlerFuncs, error) { return FUNCS, nil }
func (s *s) deferred() (h cache.ResourceEventHandlerFuncs) {
	defer func() { h.DeleteFunc = opened(h.DeleteFunc) }()
	h.DeleteFunc = s.MADE
	return h
}

func open(obj any) any {
	if d, ok := obj.(cache.DeletedFinalStateUnknown); ok { return d.Obj }
	return obj
}
func opened(f func(any)) func(any) { return func(obj any) { f(open(obj)) } }

func looks(h *cache.ResourceEventHandlerFuncs) bool { return h.DeleteFunc != nil }
func other(h cache.ResourceEventHandlerFuncs)       { h.AddFunc = nil }
func blank(h *cache.ResourceEventHandlerFuncs)      { h.DeleteFunc = nil }
func clear(h *cache.ResourceEventHandlerFuncs)      { *h = cache.ResourceEventHandlerFuncs{} }
func apply[H any](h H, f func(*H)) H                { f(&h); return h }
func set(f *func(any))                              { *f = nil }
func blankShared()                                  { shared.DeleteFunc = nil }
func (s *s) blank()                                 { s.h.DeleteFunc = nil; s.p.DeleteFunc = nil }
func blanked(h cache.ResourceEventHandlerFuncs) cache.ResourceEventHandlerFuncs {
	h.DeleteFunc = nil
	return h
}
func made(add, del func(any)) cache.ResourceEventHandlerFuncs {
	return cache.ResourceEventHandlerFuncs{AddFunc: add, DeleteFunc: del}
}
func wrapped(h cache.ResourceEventHandlerFuncs) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{AddFunc: h.AddFunc, DeleteFunc: func(obj any) { h.DeleteFunc(open(obj)) }}
}

func (s *s) Watch(i cache.SharedIndexInformer, o *s2) {
	WATCH
}

type s2 struct{ h cache.ResourceEventHandlerFuncs }

func (o *s2) made(s *s) cache.ResourceEventHandlerFuncs { return FUNCS }
`
	stubs := stubtest.Load(t)
	for _, test := range replacements {
		t.Run(test.name, func(t *testing.T) {
			text := around
			if test.name != "in a field, by another function" && test.name != "in a pointer field, by another function" {
				text = strings.Replace(text, "func (s *s) blank()  ", "func (s *s2) blank()  ", 1)
				text = strings.Replace(text, "s.h.DeleteFunc = nil; s.p.DeleteFunc = nil", "s.h.AddFunc = nil", 1)
			}
			if strings.Contains(test.watch, "s.blanks(") {
				text += "func (s *s) blanks(mk func() cache.ResourceEventHandlerFuncs) cache.ResourceEventHandlerFuncs { h := mk(); h.DeleteFunc = nil; return h }"
			}
			text = strings.Replace(text, "WATCH", test.watch, 1)
			text = strings.ReplaceAll(text, "FUNCS", "cache.ResourceEventHandlerFuncs{AddFunc: s.add, DeleteFunc: s.MADE}")
			file := filepath.Join(t.TempDir(), "replaced.go")
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			p, err := resolve.Again(stubs.Check(t, "example.com/replaced", file))
			if err != nil {
				t.Fatal(err)
			}
			made := false
			if p != nil {
				for _, g := range p.Groups {
					made = made || (len(g.Calls) > 0 || g.Open) && g.Delete != nil && strings.Contains(g.Delete.Fn.Name(), "MADE")
				}
			}
			if made != test.made {
				t.Errorf("found: %t, want %t", made, test.made)
			}
		})
	}
}

// A function that is only handed on from one handler to another is the other's.
func TestHandedOn(t *testing.T) {
	const src = `package handed

import "k8s.io/client-go/tools/cache"

type s struct{ n int }

func (s *s) remove(any) { s.n-- }

func (s *s) funcs() cache.ResourceEventHandlerFuncs { return cache.ResourceEventHandlerFuncs{DeleteFunc: s.remove} }

func (s *s) Watch(i cache.SharedIndexInformer) {
	h := s.funcs()
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: h.DeleteFunc})
}
`
	file := filepath.Join(t.TempDir(), "handed.go")
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := resolve.Again(stubtest.Load(t).Check(t, "example.com/handed", file))
	if err != nil {
		t.Fatal(err)
	}
	if p == nil || len(p.Groups) != 1 || p.Groups[0].Delete == nil {
		t.Error("Delete's function is not found")
	}
}
