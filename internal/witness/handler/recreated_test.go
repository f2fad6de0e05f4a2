package handler_test

import (
	"go/token"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/witness/handler"
)

// recreated is a program whose Update does more for some objects than for others.
const recreated = `package recreated

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

type state struct{ queue interface{ Add(string) } }

func Watch(informer cache.SharedIndexInformer, s *state) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.add, UpdateFunc: s.update, DeleteFunc: func(any) {}})
}

func (s *state) add(obj any) { s.named(obj.(*corev1.Pod)) }

func (s *state) update(old, obj any) {
	a, b := old.(*corev1.Pod), obj.(*corev1.Pod)
	if a.Generation == b.Generation { return }
	s.named(b)
}

func (s *state) named(pod *corev1.Pod) {
	if pod.Spec.Hostname != "" { s.queue.Add(pod.Name) }
}

func (s *state) unnamed(pod *corev1.Pod) {
	if pod.Spec.Hostname == "" { s.queue.Add(pod.Name) }
}

func (s *state) below(pod *corev1.Pod) {
	if pod.Spec.Subdomain != "" { s.queue.Add(pod.Name) }
}
`

// A fix that does for two UIDs what Update does for any change asks what Update asks:
// not the opposite, and nothing besides.
func TestFixesOfRecreations(t *testing.T) {
	r := program(t, "recreated")
	pass := r.handlers.Pass()
	pass.ReadFile = func(string) ([]byte, error) { return []byte(recreated), nil }
	const before = "	if a.Generation == b.Generation { return }\n"
	begin := pass.Files[0].FileStart + token.Pos(strings.Index(recreated, before))
	for _, test := range []struct {
		name, after string
		right       bool
	}{
		{"compares the UIDs", "if a.UID == b.UID && a.Generation == b.Generation { return }\n", true},
		{"does it apart", "if a.UID != b.UID { s.named(b); return }\n" + before, true},
		{"the opposite", "if a.UID != b.UID { s.unnamed(b); return }\n" + before, false},
		{"asks something else", "if a.UID != b.UID { s.below(b); return }\n" + before, false},
		{"does it for the others as well", "if a.UID != b.UID { s.named(b); s.unnamed(b); return }\n" + before, false},
		{"does nothing", "if a.UID != b.UID { return }\n" + before, false},
	} {
		trial := &handler.Trial{Package: r.handlers, Try: recreations(r.handlers), Find: uids, Of: handler.OfRecreations}
		fix := analysis.SuggestedFix{Message: "a fix", TextEdits: []analysis.TextEdit{{Pos: begin, End: begin + token.Pos(len(before)), NewText: []byte(test.after)}}}
		out := trial.Gate().Decide([]gate.Claim{{
			Finding: report.Finding{Pos: r.handlers.Groups[0].Pos, Rule: "r", Fixes: []analysis.SuggestedFix{fix}},
			Case:    &handler.Case{Trial: trial, Groups: []int{0}},
		}})[0]
		if out.Unshown != "" || (len(out.Fixes) > 0) != test.right {
			t.Errorf("%s: %d fixes, %q, refused: %q", test.name, len(out.Fixes), out.Unshown, out.Refused)
		}
	}
}
