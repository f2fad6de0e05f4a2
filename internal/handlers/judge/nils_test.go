package judge_test

import (
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/handlers/judge"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// What is told of nil that is used is what left it: the call that failed for a tombstone,
// of which the error is not looked at.
func TestNils(t *testing.T) {
	const before, after = `package nils

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/tools/cache"
)

var sent func(string)

var _ *corev1.Pod
var _ = meta.Accessor

func Watch(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {`, "}})\n}\n"
	for _, test := range []struct{ name, remove, callee string }{
		{"an accessor", "m, _ := meta.Accessor(obj); sent(m.GetName())", "Accessor"},
		{"an accessor further up", "m, _ := meta.Accessor(obj); if sent == nil { return }; name := m.GetName(); sent(name)", "Accessor"},
		{"an accessor for something else", "pod, _ := obj.(*corev1.Pod); _, err := meta.Accessor(obj); if err != nil { println(\"missed\") }; sent(pod.Name)", ""},
		{"an assertion", "pod, _ := obj.(*corev1.Pod); sent(pod.Name)", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := again(t, "nils", before+test.remove+after)
			tombs := judge.Tombs(p, p.Groups[0])
			if len(tombs) != 1 || tombs[0].Kind != judge.Unchecked || !tombs[0].Deref {
				t.Fatalf("found %+v", tombs)
			}
			switch at := tombs[0].At.(type) {
			case *ssa.Call:
				if got := ssautil.Callee(&at.Call).Name(); got != test.callee {
					t.Errorf("told at a call of %s, want %q", got, test.callee)
				}
			case *ssa.TypeAssert:
				if test.callee != "" {
					t.Errorf("told at an assertion, want %s", test.callee)
				}
			default:
				t.Errorf("told at %s", at)
			}
		})
	}
}
