package handler_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/judge"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/stubtest"
	"github.com/informerlint/informerlint/internal/witness/handler"
)

const seekPrelude = `package seek

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
)

type pod = corev1.Pod
type rec struct { id types.UID; name string }
type state struct { m map[types.UID]string; lists map[string][]rec; out func(string) }

func Watch(inf cache.SharedIndexInformer, s *state) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.add, UpdateFunc: s.update, DeleteFunc: s.remove})
}
func (s *state) add(obj any) { s.put(obj.(*pod)) }
func (s *state) remove(obj any) {
	if t, ok := obj.(cache.DeletedFinalStateUnknown); ok { obj = t.Obj }
	if p, ok := obj.(*pod); ok { delete(s.m, p.UID) }
}
func (s *state) put(p *pod) { s.m[p.UID] = p.Name; s.list(p) }
func (s *state) list(p *pod) {
	list := s.lists[p.Spec.NodeName]
	for i := range list { if list[i].id == p.UID { list[i].name = p.Name; return } }
	s.lists[p.Spec.NodeName] = append(list, rec{p.UID, p.Name})
}

// What another function does with the map is not known, so that no run is asked what is left in it.
func (s *state) show() { show(s.m) }
func show(m map[types.UID]string) { for _, name := range m { println(name) } }
`

// A loop that looks for the new object's UID does not look after the old object; one
// that does anything about other UIDs may.
func TestSought(t *testing.T) {
	const (
		found = judge.UIDKeyedState
		puts  = "func (s *state) update(_, obj any) { s.put(obj.(*pod)) }\n"
	)
	stubs := stubtest.Load(t)
	for _, test := range []struct {
		name, source string
		want         judge.UIDKind
	}{
		{"beside a map", puts, found},
		{"by a function", `func (s *state) update(_, obj any) { p := obj.(*pod); if !s.has(p) { s.out(p.Name) }; s.m[p.UID] = p.Name }
			func (s *state) has(p *pod) bool { for _, r := range s.lists[p.Name] { if r.id == p.UID { return true } }; return false }`, found},

		{"tells somebody of others", `func (s *state) update(_, obj any) { p := obj.(*pod); for _, r := range s.lists[p.Name] { if r.id != p.UID { s.out(r.name) } }; s.put(p) }`, ""},
		{"tells somebody of what is under the name, if it is another", `func (s *state) update(_, obj any) { p := obj.(*pod); if l := s.lists[p.Name]; len(l) > 0 && l[0].id != p.UID { s.out(l[0].name) }; s.put(p) }`, ""},
		{"takes others away", `func (s *state) update(_, obj any) { p := obj.(*pod); for _, r := range s.lists[p.Name] { if r.id == p.UID { continue }; delete(s.m, r.id) }; s.put(p) }`, ""},
		{"takes the first other away", `func (s *state) update(_, obj any) { p := obj.(*pod); s.drop(p); s.put(p) }
			func (s *state) drop(p *pod) { var old types.UID; for _, r := range s.lists[p.Name] { if r.id != p.UID { old = r.id } }; delete(s.m, old) }`, ""},
		{"takes what has the name away if it does not find it", `func (s *state) update(_, obj any) { p := obj.(*pod); if !s.has(p) { s.dropNamed(p.Name) }; s.put(p) }
			func (s *state) has(p *pod) bool { for _, r := range s.lists[p.Name] { if r.id == p.UID { return true } }; return false }
			func (s *state) dropNamed(name string) { for _, r := range s.lists[name] { delete(s.m, r.id) } }`, ""},
		{"looks for the old one", `func (s *state) update(old, obj any) { p, q := old.(*pod), obj.(*pod); for _, r := range s.lists[p.Name] { if r.id == p.UID { s.out(r.name); delete(s.m, r.id); break } }; s.put(q) }`, ""},
		{"takes what is under the name away, if it is another", `func (s *state) update(_, obj any) { p := obj.(*pod); if l := s.lists[p.Name]; len(l) > 0 && l[0].id != p.UID { delete(s.m, l[0].id) }; s.put(p) }`, ""},
		{"an equal generation, and found", `func (s *state) update(old, obj any) { p, q := old.(*pod), obj.(*pod); if p.Generation == q.Generation && s.has(q) { return }; s.out(q.Name) }
			func (s *state) add(obj any) { s.out(obj.(*pod).Name) }
			func (s *state) remove(obj any) { s.out("") }
			func (s *state) has(p *pod) bool { for _, r := range s.lists[p.Name] { if r.id == p.UID { return true } }; return false }`, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			source := seekPrelude + test.source
			if strings.Contains(test.source, ") add(") {
				source = seekPrelude[:strings.Index(seekPrelude, "func (s *state) add(")] + test.source // with functions of its own
			}
			if got := shown(t, stubs, source); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// shown returns what is reported of the handlers of a package, with a run that shows it.
func shown(t *testing.T, stubs *stubtest.Stubs, source string) (got judge.UIDKind) {
	file := filepath.Join(t.TempDir(), "seek.go")
	if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := resolve.Again(stubs.Check(t, "example.com/seek", file))
	if err != nil || p == nil {
		t.Fatal("no handlers are found", err)
	}
	trial := handler.OfUIDs(p, func(k judge.UIDKind) bool {
		return k != judge.NoUpdate && k != judge.EqualityDropped && k != judge.DeleteWorkSkipped
	})
	for i := range p.Groups {
		for _, u := range trial.UIDs(i) {
			if w, _ := (&handler.Case{Trial: trial, Groups: []int{i}}).Witness(); w != nil {
				got = u.Kind
			}
		}
	}
	return got
}

const dropPrelude = `package drop

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
)

type pod = corev1.Pod
type rec struct { id types.UID; name string }
type state struct { list []rec; pods []*pod; out func(string) }

var _ = slices.Index[[]int]

func Watch(inf cache.SharedIndexInformer, s *state) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.add, UpdateFunc: s.update, DeleteFunc: s.remove})
}
func (s *state) add(obj any) { s.put(obj.(*pod)) }
func (s *state) remove(obj any) {
	if t, ok := obj.(cache.DeletedFinalStateUnknown); ok { obj = t.Obj }
	if p, ok := obj.(*pod); ok { s.drop(p) }
}
`

// A slice whose elements are found by the UID is kept by UID as a map is, unless anything
// else is done to it.
func TestDropped(t *testing.T) {
	const (
		found = judge.UIDKeyedState
		news  = "func (s *state) update(_, obj any) { s.put(obj.(*pod)) }\n"
		puts  = `func (s *state) put(p *pod) { for i := range s.list { if s.list[i].id == p.UID { s.list[i].name = p.Name; return } }; s.list = append(s.list, rec{p.UID, p.Name}) }
`
		drops = `func (s *state) drop(p *pod) { for i := range s.list { if s.list[i].id == p.UID { s.list = append(s.list[:i], s.list[i+1:]...); return } } }
`
		whole = `func (s *state) put(p *pod) { for i, q := range s.pods { if q.UID == p.UID { s.pods[i] = p; return } }; s.pods = append(s.pods, p) }
`
	)
	stubs := stubtest.Load(t)
	for _, test := range []struct {
		name, source string
		want         judge.UIDKind
	}{
		{"only the new object is looked at", news + puts + drops, found},
		{"a copy of the element", news + puts + `func (s *state) drop(p *pod) { for i, r := range s.list { if r.id == p.UID { s.list = append(s.list[:i], s.list[i+1:]...); break } } }`, found},
		{"by the UID alone", news + puts + `func (s *state) drop(p *pod) { s.take(p.UID) }
			func (s *state) take(id types.UID) { for i := range s.list { if s.list[i].id == id { s.list = append(s.list[:i], s.list[i+1:]...); return } } }`, found},
		{"what is not equal is passed over", news + puts + `func (s *state) drop(p *pod) { for i := 0; i < len(s.list); i++ { if s.list[i].id != p.UID { continue }; s.list = append(s.list[:i], s.list[i+1:]...); return } }`, found},
		{"slices.Delete", news + puts + `func (s *state) drop(p *pod) { for i := range s.list { if s.list[i].id == p.UID { s.list = slices.Delete(s.list, i, i+1); return } } }`, found},
		{"slices.DeleteFunc", news + puts + `func (s *state) drop(p *pod) { s.list = slices.DeleteFunc(s.list, func(r rec) bool { return r.id == p.UID }) }`, found},
		{"slices.IndexFunc", news + puts + `func (s *state) drop(p *pod) { id := p.UID; if i := slices.IndexFunc(s.list, func(r rec) bool { return id == r.id }); i >= 0 { s.list = slices.Delete(s.list, i, i+1) } }`, found},
		{"objects", news + whole + `func (s *state) drop(p *pod) { for i := range s.pods { if s.pods[i].UID == p.UID { s.pods = append(s.pods[:i], s.pods[i+1:]...); return } } }`, found},
		{"objects, by a function", news + whole + `func (s *state) drop(p *pod) { s.pods = slices.DeleteFunc(s.pods, func(q *pod) bool { return q.GetUID() == p.GetUID() }) }`, found},
		{"somebody reads it", news + puts + drops + `func (s *state) Names() (out []string) { for _, r := range s.list { out = append(out, r.name) }; return out }`, found},

		{"two UIDs are a deletion and a creation", `func (s *state) update(old, obj any) { p, q := old.(*pod), obj.(*pod); if p.UID != q.UID { s.drop(p) }; s.put(q) }
` + puts + drops, ""},
		{"Update takes the new one away in the same way", `func (s *state) update(_, obj any) { p := obj.(*pod); s.drop(p); s.put(p) }
` + puts + drops, found},
		{"and so does somebody else", `func (s *state) update(_, obj any) { p := obj.(*pod); s.drop(p); s.put(p) }
func (s *state) Gone(p *pod) { s.drop(p) }
` + puts + drops, ""},
		{"and Delete goes by another slice", `func (s *state) update(_, obj any) { p := obj.(*pod); s.drop(p); s.put(p) }
			func (s *state) drop(p *pod) { for i := range s.pods { if s.pods[i].UID == p.UID { s.pods = append(s.pods[:i], s.pods[i+1:]...); return } } }
` + puts, ""},
		{"Update compares them and forgets the old one", `func (s *state) update(old, obj any) { p, q := old.(*pod), obj.(*pod); if p.UID != q.UID { s.put(q); return }; s.put(q) }
` + puts + drops, judge.UIDsMishandled},
		{"Update takes away what it has kept under the name", `func (s *state) update(_, obj any) { p := obj.(*pod); for _, r := range s.list { if r.name == p.Name { s.take(r.id); break } }; s.put(p) }
			func (s *state) drop(p *pod) { s.take(p.UID) }
			func (s *state) take(id types.UID) { for i := range s.list { if s.list[i].id == id { s.list = append(s.list[:i], s.list[i+1:]...); return } } }
` + puts, ""},
		{"by the name", news + strings.ReplaceAll(puts+drops, "].id == p.UID", "].name == p.Name"), ""},
		{"what has the name is overwritten", news + drops + `func (s *state) put(p *pod) { for i := range s.list { if s.list[i].name == p.Name { s.list[i] = rec{p.UID, p.Name}; return } }; s.list = append(s.list, rec{p.UID, p.Name}) }`, ""},
		{"what has the name gets the UID", news + drops + `func (s *state) put(p *pod) { for i := range s.list { if s.list[i].name == p.Name { s.list[i].id = p.UID; return } }; s.list = append(s.list, rec{p.UID, p.Name}) }`, ""},
		{"what has the name gets the UID by a pointer", news + drops + `func (s *state) find(name string) *rec { for i := range s.list { if s.list[i].name == name { return &s.list[i] } }; return nil }
			func (s *state) put(p *pod) { if r := s.find(p.Name); r != nil { *r = rec{p.UID, p.Name}; return }; s.list = append(s.list, rec{p.UID, p.Name}) }`, ""},
		{"made anew", news + puts + drops + `func (s *state) Reset() { s.list = nil }`, ""},
		{"written anew with all else", news + puts + drops + `func (s *state) Renew() { *s = state{out: s.out} }`, ""},
		{"cut", news + puts + drops + `func (s *state) Cut() { if len(s.list) > 9 { s.list = s.list[1:] } }`, ""},
		{"Update keeps what is not of the name", `func (s *state) update(_, obj any) { p := obj.(*pod); var kept []rec; for _, r := range s.list { if r.name != p.Name { kept = append(kept, r) } }; s.list = kept; s.put(p) }
` + puts + drops, ""},
		{"Update drops what has the name", `func (s *state) update(_, obj any) { p := obj.(*pod); s.list = slices.DeleteFunc(s.list, func(r rec) bool { return r.name == p.Name }); s.put(p) }
` + puts + drops, ""},
		{"Update drops what has the name, and Delete as well", `func (s *state) update(_, obj any) { p := obj.(*pod); s.list = slices.DeleteFunc(s.list, func(r rec) bool { return r.name == p.Name }); s.put(p) }
` + puts + `func (s *state) drop(p *pod) { s.list = slices.DeleteFunc(s.list, func(r rec) bool { return r.name == p.Name }) }`, ""},
		{"Update drops what has the UID or the name", `func (s *state) update(_, obj any) { p := obj.(*pod); for i := range s.list { if s.list[i].id == p.UID || s.list[i].name == p.Name { s.list = append(s.list[:i], s.list[i+1:]...); break } }; s.put(p) }
` + puts + drops, ""},
		{"Update drops what has another UID", `func (s *state) update(_, obj any) { p := obj.(*pod); for i := range s.list { if s.list[i].id != p.UID { s.list = append(s.list[:i], s.list[i+1:]...); break } }; s.put(p) }
` + puts + drops, ""},
		{"the address is given away", news + puts + drops + `func (s *state) Fill(fill func(*[]rec)) { fill(&s.list) }`, ""},
		{"two fields decide", news + puts + `func (s *state) drop(p *pod) { s.list = slices.DeleteFunc(s.list, func(r rec) bool { return r.id == p.UID || r.name == p.Name }) }`, ""},
		{"all others are dropped", news + puts + `func (s *state) drop(p *pod) { s.list = slices.DeleteFunc(s.list, func(r rec) bool { return r.id != p.UID }) }`, ""},
		{"one after it is dropped", news + puts + `func (s *state) drop(p *pod) { for i := range s.list { if s.list[i].id == p.UID { s.list = append(s.list[:i], s.list[i+2:]...); return } } }`, ""},
		{"a slice that others see", news + strings.ReplaceAll(puts+drops, "s.list", "s.List"), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			prelude := dropPrelude
			if strings.Contains(test.source, "s.List") {
				prelude = strings.Replace(prelude, "list []rec", "List []rec", 1)
			}
			if got := shown(t, stubs, prelude+test.source); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
