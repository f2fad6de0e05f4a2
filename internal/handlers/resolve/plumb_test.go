package resolve_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/judge"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/stubtest"
)

const plumbPrelude = `package plumb

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
)

type pod = corev1.Pod
type funcs = cache.ResourceEventHandlerFuncs
type state struct{ m map[types.UID]string }

func (s *state) put(p *pod)  { s.m[p.UID] = p.Name }
func (s *state) take(p *pod) { delete(s.m, p.UID) }
func (s *state) add(obj any) { s.put(obj.(*pod)) }
func (s *state) update(_, obj any) { s.put(obj.(*pod)) }
func (s *state) split(old, obj any) {
	if a, b := old.(*pod), obj.(*pod); a.UID != b.UID {
		s.take(a)
		s.put(b)
	}
}
func (s *state) remove(obj any) { if p, ok := obj.(*pod); ok { s.take(p) } }
func (s *state) event(obj, old any, kind string) {
	if kind == "deleted" {
		s.take(obj.(*pod))
		return
	}
	s.put(obj.(*pod))
}

func live(obj any) any { if t, ok := obj.(cache.DeletedFinalStateUnknown); ok { return t.Obj }; return obj }
`

const (
	plumbed = `
func Watch(inf cache.SharedIndexInformer, s *state) { inf.AddEventHandler(make3(s.add, s.update, s.remove)) }
`
	make3 = "func make3(add func(any), update func(old, obj any), remove func(any)) cache.ResourceEventHandler "
)

// long is a handler that is made of functions, of which that for Add asks a number of
// things more.
func long(asks int) string {
	return `
func Watch(inf cache.SharedIndexInformer, s *state) { inf.AddEventHandler(make3(s.longer, s.update, s.remove)) }
var names []string
func (s *state) longer(obj any) {
	p := obj.(*pod)
	n := 0
	` + strings.Repeat("if names[n] == p.Namespace { n++ }\n", asks) + `
	s.put(p)
}
` + make3 + `{
	return funcs{AddFunc: func(o any) { add(o) }, UpdateFunc: func(a, b any) { update(a, b) }, DeleteFunc: func(o any) { remove(live(o)) }}
}`
}

// Functions that are given to one that makes a handler of them are the handler's, also
// where UIDs matter, if it does nothing but call them.
func TestPlumbed(t *testing.T) {
	const found = string(judge.UIDKeyedState)
	stubs := stubtest.Load(t)
	for _, test := range []struct{ name, source, want string }{
		{"closures", plumbed + make3 + `{
			return funcs{AddFunc: func(o any) { add(o) }, UpdateFunc: func(a, b any) { update(a, b) }, DeleteFunc: func(o any) { remove(live(o)) }}
		}`, found},
		{"a function of some length", long(40), found},
		{"one that is too long to be followed", long(400), ""},
		{"conditions on the functions", plumbed + make3 + `{
			var h funcs
			if add != nil { h.AddFunc = func(o any) { add(o) } }
			if update != nil { h.UpdateFunc = func(a, b any) { if update != nil { update(a, b) } } }
			if remove != nil { h.DeleteFunc = func(o any) { remove(live(o)) } }
			return h
		}`, found},
		{"one function for all", `
		func Watch(inf cache.SharedIndexInformer, s *state) { inf.AddEventHandler(make1(s.event)) }
		func make1(do func(obj, old any, kind string)) cache.ResourceEventHandler {
			return funcs{AddFunc: func(o any) { do(o, nil, "added") }, UpdateFunc: func(a, b any) { do(b, a, "updated") }, DeleteFunc: func(o any) { do(live(o), nil, "deleted") }}
		}`, found},
		{"functions of a type", `
		func Watch(inf cache.SharedIndexInformer, s *state) { makeOf[*pod](inf, s.put, func(_, p *pod) { s.put(p) }, s.take) }
		func makeOf[T any](inf cache.SharedIndexInformer, add func(T), update func(old, obj T), remove func(T)) {
			inf.AddEventHandler(funcs{AddFunc: func(o any) { if p, ok := o.(T); ok { add(p) } },
				UpdateFunc: func(a, b any) { p, ok := a.(T); if !ok { return }; q, ok := b.(T); if !ok { return }; update(p, q) },
				DeleteFunc: func(o any) { if p, ok := live(o).(T); ok { remove(p) } }})
		}`, found},
		{"only the new object is handed on", `
		func Watch(inf cache.SharedIndexInformer, s *state) { make2(inf, s.put, s.take) }
		func make2(inf cache.SharedIndexInformer, put, take func(*pod)) {
			inf.AddEventHandler(funcs{AddFunc: func(o any) { put(o.(*pod)) }, UpdateFunc: func(_, b any) { put(b.(*pod)) }, DeleteFunc: func(o any) { take(live(o).(*pod)) }})
		}`, found},
		{"through another", `
		func Watch(inf cache.SharedIndexInformer, s *state) { outer(inf, s.add, s.update, s.remove) }
		func outer(inf cache.SharedIndexInformer, add func(any), update func(old, obj any), remove func(any)) { inf.AddEventHandler(make3(add, update, remove)) }
		` + make3 + `{
			return funcs{AddFunc: func(o any) { add(o) }, UpdateFunc: func(a, b any) { update(a, b) }, DeleteFunc: func(o any) { remove(live(o)) }}
		}`, found},

		{"the functions look after the old object", `
		func Watch(inf cache.SharedIndexInformer, s *state) { inf.AddEventHandler(make3(s.add, s.split, s.remove)) }
		` + make3 + `{
			return funcs{AddFunc: func(o any) { add(o) }, UpdateFunc: func(a, b any) { update(a, b) }, DeleteFunc: func(o any) { remove(live(o)) }}
		}`, ""},
		{"it compares the UIDs", plumbed + make3 + `{
			return funcs{AddFunc: func(o any) { add(o) }, UpdateFunc: func(a, b any) { if a.(*pod).UID != b.(*pod).UID { remove(a); add(b); return }; update(a, b) }, DeleteFunc: func(o any) { remove(live(o)) }}
		}`, ""},
		{"it hands only equal UIDs on", plumbed + make3 + `{
			return funcs{AddFunc: func(o any) { add(o) }, UpdateFunc: func(a, b any) { if a.(*pod).UID == b.(*pod).UID { update(a, b) } }, DeleteFunc: func(o any) { remove(live(o)) }}
		}`, ""},
		{"it looks at the new object", plumbed + make3 + `{
			return funcs{AddFunc: func(o any) { add(o) }, UpdateFunc: func(a, b any) { if b.(*pod).Spec.NodeName != "" { update(a, b) } }, DeleteFunc: func(o any) { remove(live(o)) }}
		}`, ""},
		{"it removes the old object and adds the new", plumbed + make3 + `{
			return funcs{AddFunc: func(o any) { add(o) }, UpdateFunc: func(a, b any) { remove(a); update(a, b) }, DeleteFunc: func(o any) { remove(live(o)) }}
		}`, ""},
		{"it hands the old object alone on, too", plumbed + make3 + `{
			return funcs{AddFunc: func(o any) { add(o) }, UpdateFunc: func(a, b any) { update(a, b); update(b, a) }, DeleteFunc: func(o any) { remove(live(o)) }}
		}`, ""},
		{"it does work of its own", plumbed + "var seen = map[types.UID]bool{}\n" + make3 + `{
			return funcs{AddFunc: func(o any) { add(o) }, UpdateFunc: func(a, b any) { seen[b.(*pod).UID] = true; update(a, b) }, DeleteFunc: func(o any) { remove(live(o)) }}
		}`, ""},
		{"it asks somebody else", plumbed + "var ask func(old, obj any) bool\n" + make3 + `{
			return funcs{AddFunc: func(o any) { add(o) }, UpdateFunc: func(a, b any) { if ask(a, b) { update(a, b) } }, DeleteFunc: func(o any) { remove(live(o)) }}
		}`, ""},
		{"it hands on what somebody says of both", `
		var same func(old, obj any) bool
		func Watch(inf cache.SharedIndexInformer, s *state) { make2(inf, s.add, func(_, obj any, _ bool) { s.add(obj) }, s.remove) }
		func make2(inf cache.SharedIndexInformer, add func(any), update func(old, obj any, same bool), remove func(any)) {
			inf.AddEventHandler(funcs{AddFunc: func(o any) { add(o) }, UpdateFunc: func(a, b any) { update(a, b, same(a, b)) }, DeleteFunc: func(o any) { remove(live(o)) }})
		}`, ""},
		{"it hands one of both on", plumbed + "var on bool\n" + make3 + `{
			return funcs{AddFunc: func(o any) { add(o) }, UpdateFunc: func(a, b any) { c := a; if on { c = b }; update(c, b) }, DeleteFunc: func(o any) { remove(live(o)) }}
		}`, ""},
		{"in the background", plumbed + make3 + `{
			return funcs{AddFunc: func(o any) { add(o) }, UpdateFunc: func(a, b any) { go update(a, b) }, DeleteFunc: func(o any) { remove(live(o)) }}
		}`, ""},
		{"Delete's function is called elsewhere", plumbed + "var gone = make(chan any)\n" + make3 + `{
			go func() { for o := range gone { remove(o) } }()
			return funcs{AddFunc: func(o any) { add(o) }, UpdateFunc: func(a, b any) { update(a, b) }, DeleteFunc: func(o any) { remove(live(o)) }}
		}`, ""},
		{"Delete's function is handed on", plumbed + "var hooks []func(any)\n" + make3 + `{
			hooks = append(hooks, remove)
			return funcs{AddFunc: func(o any) { add(o) }, UpdateFunc: func(a, b any) { update(a, b) }, DeleteFunc: func(o any) { remove(live(o)) }}
		}`, ""},
		{"Delete's function may be another", plumbed + "var other func(any)\n" + make3 + `{
			if other != nil { remove = other }
			return funcs{AddFunc: func(o any) { add(o) }, UpdateFunc: func(a, b any) { update(a, b) }, DeleteFunc: func(o any) { remove(live(o)) }}
		}`, ""},
		{"the handler is wrapped", `
		var wrap func(cache.ResourceEventHandler) cache.ResourceEventHandler
		func Watch(inf cache.SharedIndexInformer, s *state) { inf.AddEventHandler(wrap(make3(s.add, s.update, s.remove))) }
		` + make3 + `{
			return funcs{AddFunc: func(o any) { add(o) }, UpdateFunc: func(a, b any) { update(a, b) }, DeleteFunc: func(o any) { remove(live(o)) }}
		}`, "no handlers"},
		{"the handler is put into another", `
		type recreated struct{ cache.ResourceEventHandler }
		func (r recreated) OnUpdate(old, obj any) { if old.(*pod).UID != obj.(*pod).UID { r.OnDelete(old); r.OnAdd(obj, false); return }; r.ResourceEventHandler.OnUpdate(old, obj) }
		func Watch(inf cache.SharedIndexInformer, s *state) { inf.AddEventHandler(recreated{make3(s.add, s.update, s.remove)}) }
		` + make3 + `{
			return funcs{AddFunc: func(o any) { add(o) }, UpdateFunc: func(a, b any) { update(a, b) }, DeleteFunc: func(o any) { remove(live(o)) }}
		}`, ""},
		{"through another, which has other plans for Delete", `
		var hooks []func(any)
		func Watch(inf cache.SharedIndexInformer, s *state) { outer(inf, s.add, s.update, s.remove) }
		func outer(inf cache.SharedIndexInformer, add func(any), update func(old, obj any), remove func(any)) { hooks = append(hooks, remove); inf.AddEventHandler(make3(add, update, remove)) }
		` + make3 + `{
			return funcs{AddFunc: func(o any) { add(o) }, UpdateFunc: func(a, b any) { update(a, b) }, DeleteFunc: func(o any) { remove(live(o)) }}
		}`, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "plumb.go")
			if err := os.WriteFile(file, []byte(plumbPrelude+test.source), 0o644); err != nil {
				t.Fatal(err)
			}
			p, err := resolve.Again(stubs.Check(t, "example.com/plumb", file))
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if p == nil {
				p, got = &resolve.Package{}, "no handlers"
			}
			for _, g := range p.Groups {
				for _, u := range judge.UIDs(p, g) {
					if u.Kind != judge.DeleteWorkSkipped && u.Kind != judge.EqualityDropped && u.Kind != judge.NoUpdate {
						got = string(u.Kind)
					}
				}
				if g.Delete != nil && g.Update != nil && g.Update.Args != nil && !g.Opened {
					t.Error("no tombstone comes to Delete's function")
				}
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
