package judge_test

import (
	"strings"
	"testing"

	"github.com/informerlint/informerlint/analyzers/tombstone"
	"github.com/informerlint/informerlint/internal/handlers/judge"
)

// Where a filter that rejects tombstones is wrong, and whether Delete would hand
// one on as it comes.
func TestFiltered(t *testing.T) {
	const source = `package filtered

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

var (
	sent  func(string)
	funcs []func(any, string)
)

func matched(obj any, name string) bool {
	pod, ok := obj.(*corev1.Pod)
	return ok && pod.Name != name
}

func rejected(obj any) bool {
	pod, ok := obj.(*corev1.Pod)
	return !ok || pod.Name == ""
}

func filter(obj any) bool { FILTER }

func add(obj any) { ADD }

func gone(obj any) {
	if d, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = d.Obj
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		sent(pod.Name)
	}
}

func all(obj any, what string) {
	for _, f := range funcs {
		f(obj, what)
	}
}

func Watch(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: filter, Handler: cache.ResourceEventHandlerFuncs{
		AddFunc: add, DeleteFunc: func(obj any) { DELETE },
	}})
}
`
	for _, test := range []struct {
		name, filter, add, gone, at string
		blind                       bool
	}{
		{"what a helper says is returned", `return matched(obj, "a")`, `sent("a")`, `gone(obj)`, "matched", false},
		{"and more is asked", `return matched(obj, "a") && matched(obj, "b")`, `sent("a")`, `gone(obj)`, "filter", false},
		{"the contrary is returned", `return !rejected(obj)`, `sent("a")`, `gone(obj)`, "filter", false},
		{"the Add handler asks it as well", `return matched(obj, "a")`, `if matched(obj, "b") { sent("a") }`, `gone(obj)`, "filter", false},
		{"Delete hands it on", `return matched(obj, "a")`, `sent("a")`, `all(obj, "gone")`, "matched", true},
		{"Delete hands on what it has unwrapped", `return matched(obj, "a")`, `sent("a")`, `if d, ok := obj.(cache.DeletedFinalStateUnknown); ok { obj = d.Obj }; all(obj, "gone")`, "matched", false},
	} {
		text := strings.NewReplacer("FILTER", test.filter, "ADD", test.add, "DELETE", test.gone).Replace(source)
		p := again(t, "filtered", text)
		if p == nil || len(p.Groups) != 1 {
			t.Fatalf("%s: no handlers are found", test.name)
		}
		tombs := judge.Tombs(p, p.Groups[0])
		if len(tombs) != 1 || tombs[0].Kind != judge.FilterRejects {
			t.Fatalf("%s: %d are found", test.name, len(tombs))
		}
		if got := tombs[0]; got.Func.Name() != test.at || got.Blind != test.blind || strings.Contains(got.Advice(), "hands it on") != test.blind {
			t.Errorf("%s: in %s, blind: %t (%s)", test.name, got.Func.Name(), got.Blind, got.Advice())
		}
		found := findings(t, p, text, tombstone.Analyzer)
		if len(found) != 1 || (len(found[0].SuggestedFixes) == 0) != test.blind {
			t.Errorf("%s: %+v", test.name, found)
		}
	}
}

// One defect of several groups has what Delete does wrong in each of them, once.
func TestJoin(t *testing.T) {
	a := &judge.Tomb{Harmless: "next", Behind: []*judge.Tomb{{Pos: 1}}}
	a.Join(&judge.Tomb{Harmless: "next", Behind: []*judge.Tomb{{Pos: 1}, {Pos: 2}}})
	if a.Harmless == "" || len(a.Behind) != 2 || a.Blind {
		t.Errorf("%+v", a)
	}
	if a.Join(&judge.Tomb{Blind: true}); a.Harmless != "" || !a.Blind {
		t.Errorf("%+v", a)
	}
}
