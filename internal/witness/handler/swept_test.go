package handler_test

import (
	"fmt"
	"strings"
	"testing"
)

// Whoever sweeps may find what a handler has left behind; a sweep that only Delete
// leads to does nothing for an Update.
var sweeps = []struct {
	name, remove, update string
	found                bool
}{
	{"nobody", "delete(s.m, live(obj).UID)", "", true},
	{"Delete", "delete(s.m, live(obj).UID); s.sweep()", "", true},
	{"Update", "delete(s.m, live(obj).UID)", "s.sweep(); ", false},
	{"Update, anew", "delete(s.m, live(obj).UID)", "s.m = make(map[types.UID]string); for _, p := range s.all() { s.m[p.UID] = p.Name }; ", false},
	{"nobody, who makes it", "delete(s.m, live(obj).UID)", "if s.m == nil { s.m = make(map[types.UID]string) }; ", true},
}

// sweeping is a package of them. It is nowhere on disk.
func sweeping() string {
	text := `package sweeping

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
)

type pod = corev1.Pod

func live(obj any) *pod { if t, ok := obj.(cache.DeletedFinalStateUnknown); ok { obj = t.Obj }; return obj.(*pod) }
`
	for i, c := range sweeps {
		text += strings.ReplaceAll(`
type state struct { m map[types.UID]string; there func(types.UID) bool; all func() []*pod }
func Watchstate(informer cache.SharedIndexInformer, there func(types.UID) bool) {
	s := &state{m: make(map[types.UID]string), there: there}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.add, UpdateFunc: s.update, DeleteFunc: s.remove})
}
func (s *state) sweep() { for uid := range s.m { if !s.there(uid) { delete(s.m, uid) } } }
func (s *state) add(obj any) { p := obj.(*pod); s.m[p.UID] = p.Name }
func (s *state) update(old, obj any) { a, b := old.(*pod), obj.(*pod); `+c.update+`if _, ok := s.m[b.UID]; !ok { return }; if a.UID != b.UID { delete(s.m, a.UID) }; s.m[b.UID] = b.Name }
func (s *state) remove(obj any) { `+c.remove+" }\n", "state", fmt.Sprintf("state%d", i))
	}
	return text
}

func TestSwept(t *testing.T) {
	r := program(t, "sweeping")
	if r.handlers == nil || len(r.handlers.Groups) != len(sweeps) {
		t.Fatal("not all handlers were found")
	}
	for i, c := range sweeps {
		found := false
		for _, f := range r.findings["uidcheck"] {
			found = found || strings.Contains(f.Message, fmt.Sprintf("state%d.m", i))
		}
		if found != c.found {
			t.Errorf("%s sweeps: found is %v", c.name, found)
		}
	}
}
