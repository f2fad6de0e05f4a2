package handler_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// What Delete does, and the rule that is broken; "" if none is.
var pointers = []struct{ name, remove, rule string }{
	{"a pointer, and a panic", "if t, ok := obj.(*cache.DeletedFinalStateUnknown); ok { obj = t.Obj } // want\ns.send(obj.(*corev1.Pod).Name)", "pointer-assertion"},
	{"a pointer, and nil", "if t, ok := obj.(*cache.DeletedFinalStateUnknown); ok { obj = t.Obj } // want\npod, _ := obj.(*corev1.Pod); s.send(pod.Name)", "pointer-assertion"},
	{"a pointer on another way", "if s.on { if _, ok := obj.(*cache.DeletedFinalStateUnknown); ok { return } }\ns.send(obj.(*corev1.Pod).Name)", "unchecked-assertion"},
	{"a pointer that is only asked for", "if _, ok := obj.(*cache.DeletedFinalStateUnknown); ok { println(\"missed\") }\ns.send(obj.(*corev1.Pod).Name)", "unchecked-assertion"},
	{"a pointer and a value", "if t, ok := obj.(*cache.DeletedFinalStateUnknown); ok { obj = t.Obj }; " + unwrap + "s.send(obj.(*corev1.Pod).Name)", ""},
}

// pointing is a package of the functions, each the Delete of a handler of its own. It
// is nowhere on disk.
func pointing() string {
	text := `package pointing

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)
`
	for i, h := range pointers {
		text += strings.ReplaceAll(`
type state struct {
	on   bool
	send func(string)
}

func Watchstate(informer cache.SharedIndexInformer, s *state) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { s.send(obj.(*corev1.Pod).Name) },
		UpdateFunc: func(_, obj any) { s.send(obj.(*corev1.Pod).Name) },
		DeleteFunc: func(obj any) {
			// case `+fmt.Sprint(i)+`
			`+h.remove+`
		},
	})
}
`, "state", fmt.Sprintf("state%d", i))
	}
	return text
}

// A pointer assertion in front of a panic is what has to change, if its object is used.
func TestPointers(t *testing.T) {
	r := program(t, "pointing")
	var at []int // the lines where the cases begin
	for i, line := range strings.Split(pointing(), "\n") {
		if strings.Contains(line, "// case ") {
			at = append(at, i+1)
		}
	}
	got := make([]string, len(pointers))
	for _, f := range r.findings["tombstone"] {
		i, exact := slices.BinarySearch(at, r.fset.Position(f.Pos).Line)
		if !exact {
			i--
		}
		if f.Witness == nil {
			t.Errorf("%s: no witness", pointers[i].name)
		}
		got[i] += f.Category
	}
	for i, c := range pointers {
		if got[i] != c.rule {
			t.Errorf("%s: reported is %q, want %q", c.name, got[i], c.rule)
		}
	}
}
