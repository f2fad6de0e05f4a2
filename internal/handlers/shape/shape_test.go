package shape_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/handlers/shape"
	"github.com/informerlint/informerlint/internal/ssabuild"
	"github.com/informerlint/informerlint/internal/stubtest"
)

// What a fix may change makes no other shape, and everything else does.
func TestShapes(t *testing.T) {
	const prelude = `package p

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

var (
	on    bool
	named string
	_     cache.DeletedFinalStateUnknown
)

func low(string) string

func kept(pod *corev1.Pod) bool { return pod.Name == named }

func f(obj any, pod, other *corev1.Pod) bool { BODY }
`
	const unwrap = "if t, ok := obj.(cache.DeletedFinalStateUnknown); ok { obj = t.Obj }; "
	stubs := stubtest.Load(t)
	returned := func(body string) ssa.Value {
		file := filepath.Join(t.TempDir(), "p.go")
		text := strings.Replace(prelude, "BODY", body, 1)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		lazy, err := ssabuild.Analyzer.Run(stubs.Check(t, "example.com/p", file))
		if err != nil {
			t.Fatal(err)
		}
		fn := lazy.(*ssabuild.Lazy).Package().Func("f")
		last := fn.Blocks[0]
		for _, b := range fn.Blocks {
			if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
				last = b
			}
		}
		return last.Instrs[len(last.Instrs)-1].(*ssa.Return).Results[0]
	}
	of := func(body string) string { return shape.Of(returned(body)) }
	for _, test := range []struct {
		name, one, other string
		same             bool
	}{
		{"the same", `return pod.Name == named`, `x := pod; return x.Name == named`, true},
		{"another field", `return pod.Name == named`, `return pod.Namespace == named`, false},
		{"another object", `return pod.Name == named`, `return other.Name == named`, false},
		{"the opposite", `return pod.Name == named`, `return pod.Name != named`, false},
		{"not", `return on`, `return !on`, false},
		{"another constant", `return pod.Name == "a"`, `return pod.Name == "b"`, false},
		{"out of a tombstone", `p, _ := obj.(*corev1.Pod); return p.Name == named`, unwrap + `p, _ := obj.(*corev1.Pod); return p.Name == named`, true},
		{"out of a tombstone, another field", `p, _ := obj.(*corev1.Pod); return p.Name == named`, unwrap + `p, _ := obj.(*corev1.Pod); return p.Namespace == named`, false},
		{"another key function", `_, err := cache.MetaNamespaceKeyFunc(obj); return err != nil`, `_, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); return err != nil`, true},
		{"an error or none", `_, err := cache.MetaNamespaceKeyFunc(obj); return err != nil`, `_, err := cache.MetaNamespaceKeyFunc(obj); return err == nil`, false},
		{"after another condition", `return pod.Name == named`, `return on && pod.Name == named`, true},
		{"a function that says it", `return kept(pod)`, `return kept(other)`, false},
		{"deep in calls, out of a tombstone", `p, _ := obj.(*corev1.Pod); return low(low(low(low(low(low(low(p.Name))))))) == named`, unwrap + `p, _ := obj.(*corev1.Pod); return low(low(low(low(low(low(low(p.Name))))))) == named`, true},
		{"doubled again and again", `s := pod.Name; s += s; s += s; s += s; s += s; s += s; s += s; s += s; s += s; return s == named`, `s := pod.Name; s += s; s += s; s += s; s += s; s += s; s += s; s += s; s += s; return s == named`, true},
		{"in a loop", `n := 0; for range 3 { n++ }; return n > 2`, `n := 0; for range 3 { n++ }; return n > 1`, false},
	} {
		one, other := of(test.one), of(test.other)
		if (one == other) != test.same {
			t.Errorf("%s: %s and %s, the same: want %t", test.name, one, other, test.same)
		}
	}

	// Which of two things is returned says more than that one of them is.
	phi := returned(`var r bool; if on { r = pod.Name == named } else { r = other.Name == named }; return r`).(*ssa.Phi)
	one, other := shape.OfOne(phi, phi.Edges[0].Name()), shape.OfOne(phi, phi.Edges[1].Name())
	if one == other || one == shape.Of(phi) || shape.OfOne(phi, "") != shape.Of(phi) {
		t.Errorf("one of two: %s and %s", one, other)
	}
}
