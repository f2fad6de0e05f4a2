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

// What else is done with the map is not known, so that no run is asked what is left in it.
func (s *state) show(how func(map[types.UID]string)) { how(s.m) }
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
			file := filepath.Join(t.TempDir(), "seek.go")
			if err := os.WriteFile(file, []byte(source), 0o644); err != nil {
				t.Fatal(err)
			}
			p, err := resolve.Again(stubs.Check(t, "example.com/seek", file))
			if err != nil || p == nil {
				t.Fatal("no handlers are found", err)
			}
			var got judge.UIDKind
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
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
