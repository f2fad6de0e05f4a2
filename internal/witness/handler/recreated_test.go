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
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
)

type state struct {
	queue interface{ Add(string) }
	byUID map[types.UID]string
}

func Watch(informer cache.SharedIndexInformer, s *state) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.add, UpdateFunc: s.update, DeleteFunc: func(any) {}})
}

func WatchByUID(informer cache.SharedIndexInformer, s *state) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.add, UpdateFunc: s.change, DeleteFunc: s.remove})
}

func (s *state) change(old, obj any) {
	s.named(obj.(*corev1.Pod)) // by UID
}

func (s *state) remove(obj any) {
	if t, ok := obj.(cache.DeletedFinalStateUnknown); ok { obj = t.Obj }
	if pod, ok := obj.(*corev1.Pod); ok { delete(s.byUID, pod.UID) }
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

// A fix that does for two UIDs what Update does for any change, or what Delete and Add do,
// asks what they ask: not the opposite, and nothing besides.
func TestFixesOfRecreations(t *testing.T) {
	r := program(t, "recreated")
	pass := r.handlers.Pass()
	pass.ReadFile = func(string) ([]byte, error) { return []byte(recreated), nil }
	const generations = "	if a.Generation == b.Generation { return }\n"
	const byUID = "	s.named(obj.(*corev1.Pod)) // by UID\n"
	split := func(does string) string {
		return "if a, b := old.(*corev1.Pod), obj.(*corev1.Pod); a.UID != b.UID { " + does + "; return }\n" + byUID
	}
	for _, test := range []struct {
		name, before, after string
		right               bool
	}{
		{"compares the UIDs", generations, "if a.UID == b.UID && a.Generation == b.Generation { return }\n", true},
		{"does it apart", generations, "if a.UID != b.UID { s.named(b); return }\n" + generations, true},
		{"the opposite", generations, "if a.UID != b.UID { s.unnamed(b); return }\n" + generations, false},
		{"asks something else", generations, "if a.UID != b.UID { s.below(b); return }\n" + generations, false},
		{"does it for the others as well", generations, "if a.UID != b.UID { s.named(b); s.unnamed(b); return }\n" + generations, false},
		{"does nothing", generations, "if a.UID != b.UID { return }\n" + generations, false},

		{"Delete and Add", byUID, split("s.remove(old); s.add(obj)"), true},
		{"what they do", byUID, split("delete(s.byUID, a.UID); s.named(b)"), true},
		{"Delete, and the opposite of Add", byUID, split("s.remove(old); s.unnamed(b)"), false},
		{"Delete, and Add asks something else", byUID, split("s.remove(old); s.below(b)"), false},
		{"Delete alone", byUID, split("s.remove(old)"), false},
		{"the other way round", byUID, split("s.remove(obj); s.add(old)"), false},
	} {
		group := 0
		if test.before == byUID {
			group = 1
		}
		begin := pass.Files[0].FileStart + token.Pos(strings.Index(recreated, test.before))
		trial := &handler.Trial{Package: r.handlers, Try: recreations(r.handlers), Find: uids, Of: handler.OfRecreations}
		fix := analysis.SuggestedFix{Message: "a fix", TextEdits: []analysis.TextEdit{{Pos: begin, End: begin + token.Pos(len(test.before)), NewText: []byte(test.after)}}}
		out := trial.Gate().Decide([]gate.Claim{{
			Finding: report.Finding{Pos: r.handlers.Groups[group].Pos, Rule: "r", Fixes: []analysis.SuggestedFix{fix}},
			Case:    &handler.Case{Trial: trial, Groups: []int{group}},
		}})[0]
		if out.Unshown != "" || (len(out.Fixes) > 0) != test.right {
			t.Errorf("%s: %d fixes, %q, refused: %q", test.name, len(out.Fixes), out.Unshown, out.Refused)
		}
	}
}
