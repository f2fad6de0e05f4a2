package judge_test

import (
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/judge"
)

// A helper that finds no name in a tombstone, and returns "": what is taken away under that
// is nobody's. Whoever asks whether there is a name may do something else without one.
func TestNamelessTombstone(t *testing.T) {
	const before, after = `package nameless

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/tools/cache"
)

type sink interface {
	Delete(name string)
	DeleteOf(kind, name string)
	Run(name string)
}

var (
	to    sink
	names map[string]bool
	dirty bool
	late  sets.Set[string]
)

func accessed(obj any) string {
	m, err := meta.Accessor(obj)
	if err != nil {
		return ""
	}
	return m.GetName()
}

func asserted(obj any) string {
	if pod, ok := obj.(*corev1.Pod); ok {
		return pod.Name
	}
	return ""
}

func left(obj any) string {
	pod, _ := obj.(*corev1.Pod)
	if pod == nil {
		return ""
	}
	return pod.Name
}

func switched(obj any) (name string) {
	switch obj := obj.(type) {
	case *corev1.Pod:
		name = obj.Name
	case *corev1.Node:
		name = obj.Name
	}
	return
}

func opened(obj any) string {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		t, ok := obj.(cache.DeletedFinalStateUnknown)
		if !ok {
			return ""
		}
		if pod, ok = t.Obj.(*corev1.Pod); !ok {
			return ""
		}
	}
	if pod.Spec.NodeName == "" {
		return ""
	}
	return pod.Name
}

func nested(obj any) string {
	switch obj := obj.(type) {
	case *corev1.Pod:
		return obj.Name
	case cache.DeletedFinalStateUnknown:
		return nested(obj.Obj)
	}
	return ""
}

func as[T any](obj any) (T, bool) {
	t, ok := obj.(T)
	return t, ok
}

func generic(obj any) string {
	pod, ok := obj.(*corev1.Pod)
	if ok {
		return pod.Name
	}
	t, ok := as[cache.DeletedFinalStateUnknown](obj)
	if !ok {
		return ""
	}
	return generic(t.Obj)
}

func known(obj any) string {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		if _, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			return ""
		}
		return ""
	}
	return pod.Name
}

func of[T any](obj any, name func(T) string) string {
	t, ok := obj.(T)
	if !ok {
		return ""
	}
	return name(t)
}

func kind(obj any) string {
	if _, ok := obj.(*corev1.Pod); ok {
		return "pod"
	}
	return ""
}

func Watch(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		`, "\n}})\n}\n"
	const key = "key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); if err != nil { return }; "
	for _, test := range []struct {
		name, remove string
		kind         judge.TombKind // "" for none
	}{
		{"an entry by what an accessor gives", "delete(names, accessed(obj))", judge.Dropped},
		{"an entry by an assertion", "delete(names, asserted(obj))", judge.Dropped},
		{"an entry by the nil of an assertion", "delete(names, left(obj))", judge.Dropped},
		{"an entry by a switch", "delete(names, switched(obj))", judge.Dropped},
		{"a switch in place", "var name string; switch obj := obj.(type) { case *corev1.Pod: name = obj.Name; case *corev1.Node: name = obj.Name }; delete(names, name)", judge.Dropped},
		{"nothing without a name", "name := switched(obj); if name == \"\" { return }; to.Run(name)", judge.Dropped},
		{"only with a name", "if name := asserted(obj); name != \"\" { to.Run(name) }", judge.Dropped},

		{"a call that may know no name", "to.Delete(asserted(obj))", ""},
		{"only with a long name", "if name := asserted(obj); len(name) > 0 { to.Delete(name) }", ""},
		{"no entry, no trust in them", "name := asserted(obj); if !names[name] { names = nil; return }; delete(names, name)", ""},
		{"made anew", "delete(names, asserted(obj)); names = make(map[string]bool)", ""},
		{"busy under it meanwhile", "name := asserted(obj); names[name] = true; defer delete(names, name); to.Run(name)", ""},
		{"put into a set under it", "late.Insert(asserted(obj))", ""},
		{"recognized, and left without a name", "delete(names, known(obj))", ""},
		{"by a generic function for each", "delete(names, asserted(obj)); delete(names, of(obj, func(t cache.DeletedFinalStateUnknown) string { return t.Key }))", ""},
		{"opened by a generic function", "delete(names, generic(obj))", ""},
		{"opened by the helper", "delete(names, opened(obj))", ""},
		{"only with a name, opened by the helper", "if name := opened(obj); name != \"\" { to.Run(name) }", ""},
		{"opened by the helper, in itself", "delete(names, nested(obj))", ""},
		{"all of them without a name", "name := switched(obj); if name == \"\" { names = nil; return }; delete(names, name)", ""},
		{"marked without a name", "if name := asserted(obj); name != \"\" { delete(names, name) } else { dirty = true }", ""},
		{"another name", "name := asserted(obj); if name == \"\" { if t, ok := obj.(cache.DeletedFinalStateUnknown); ok { name = asserted(t.Obj) } }; delete(names, name)", ""},
		{"a kind beside a key", key + "to.DeleteOf(kind(obj), key)", ""},
		{"a kind that is logged", key + "println(kind(obj)); to.Delete(key)", ""},
		{"a call that may do anything", "to.Run(asserted(obj))", ""},
		{"a prefix of both", "prefix := \"\"; if t, ok := obj.(cache.DeletedFinalStateUnknown); ok { obj = t.Obj }; delete(names, prefix+asserted(obj))", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := again(t, "nameless", before+test.remove+after)
			tombs, _ := judge.Compare(p, p.Groups[0])
			switch {
			case test.kind == "":
				if len(tombs) > 0 {
					t.Errorf("found %+v", tombs)
				}
			case len(tombs) != 1 || tombs[0].Kind != test.kind:
				t.Errorf("found %+v, want %s", tombs, test.kind)
			}
		})
	}
}
