package handler_test

import (
	"fmt"
	"go/token"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/handlers/judge"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/witness/handler"
)

// Delete functions that do for a tombstone all that they do for an object, but not on
// each way: what they do at all is the same. Only a run shows what is wrong.
const unwrapped = "if s.enabled { " + unwrap + ` pod, ok := obj.(*corev1.Pod); if !ok { return }; s.Add(pod.Name); delete(s.byUID, pod.UID); return }
`

var branches = []struct {
	name, remove string
	kind         judge.TombKind // "": nothing is wrong
}{
	{"one way unwraps, the other one gives up", unwrapped + "pod, ok := obj.(*corev1.Pod); if !ok { return } // want\ns.Add(pod.Name)", judge.Dropped},
	{"one way unwraps, the other one asks for a pointer", unwrapped + "if t, ok := obj.(*cache.DeletedFinalStateUnknown); ok { obj = t.Obj } // want\nif pod, ok := obj.(*corev1.Pod); ok { s.Add(pod.Name) }", judge.PointerAssert},
	{"one way unwraps, the other one makes no key", unwrapped + "key, err := cache.MetaNamespaceKeyFunc(obj); if err != nil { return } // want\ns.Add(key)", judge.KeyFunc},
	{"both unwrap", unwrapped + unwrap + "pod, ok := obj.(*corev1.Pod); if !ok { return }\ns.Add(pod.Name)", ""},
	{"the other one asks something unknown", unwrapped + "if s.unknown(obj) { return }; pod, ok := obj.(*corev1.Pod); if !ok { return }\ns.Add(pod.Name)", ""},
	{"the other one queues what the tombstone says", unwrapped + "pod, ok := obj.(*corev1.Pod); if !ok { s.Add(\"all\"); return }\ns.Add(pod.Name)", ""},
	{"the other one does nothing for an object either", unwrapped + "if _, ok := obj.(*corev1.Pod); !ok { return }", ""},
	{"another condition may help", "if s.other { " + unwrap + " }; pod, ok := obj.(*corev1.Pod); if !ok { return }; if s.enabled { delete(s.byUID, pod.UID) }; s.Add(pod.Name)", ""},
	{"something else is done for a tombstone", unwrapped + "pod, ok := obj.(*corev1.Pod); if !ok { s.resync(); return }\ns.Add(pod.Name)", ""},
	{"only objects are looked up before their key is queued", "if pod, ok := obj.(*corev1.Pod); ok { if _, ok := s.rules.Load(pod.Name); !ok { return } }; key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); if err != nil { return }; s.Add(key)", ""},
}

// branching is a package of the functions, each the Delete of a handler of its own. It
// is nowhere on disk.
func branching() string {
	text := `package branching

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
)

type queue interface{ Add(key string) }
type rules interface{ Load(key string) (string, bool) }
`
	for i, h := range branches {
		text += strings.ReplaceAll(`
type state struct {
	queue
	byUID          map[types.UID]string
	enabled, other bool
	rules          rules
	unknown        func(any) bool
	resync         func()
}

func Watchstate(informer cache.SharedIndexInformer, s *state) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.add, DeleteFunc: s.remove})
}

func (s *state) add(obj any) { s.Add(obj.(*corev1.Pod).Name) }

func (s *state) remove(obj any) {
`+h.remove+`
}
`, "state", fmt.Sprintf("state%d", i))
	}
	return text
}

// What is done on one way and not on another is reported if a run shows it, at the line
// that does not expect the tombstone.
func TestBranches(t *testing.T) {
	r := program(t, "branching")
	if r.handlers == nil || len(r.handlers.Groups) != len(branches) {
		t.Fatal("not all handlers were found")
	}
	source := strings.Split(branching(), "\n")
	found := make(map[string]bool)
	for _, f := range r.findings["tombstone"] {
		line := r.fset.Position(f.Pos).Line
		if !strings.Contains(source[line-1], "// want") || f.Witness == nil {
			t.Errorf("%s: %s", source[line-1], f.Message)
		}
		at := line
		for !strings.HasPrefix(source[at-1], "func (s *state") {
			at--
		}
		var i int
		if _, err := fmt.Sscanf(source[at-1], "func (s *state%d) remove", &i); err != nil {
			t.Fatal(err)
		}
		found[branches[i].name] = true
		h := branches[i]
		if f.Category != string(h.kind) {
			t.Errorf("%s: %s, want %s", h.name, f.Category, h.kind)
		}
		wellTold(t, h.name, f.Witness)
	}
	for i, h := range branches {
		if len(judge.Tombs(r.handlers, r.handlers.Groups[i])) > 0 {
			t.Errorf("%s: seen without a run", h.name)
		}
		if found[h.name] != (h.kind != "") {
			t.Errorf("%s: reported: %t", h.name, found[h.name])
		}
	}
}

// A fix of what only a run shows is tried as every other one.
func TestFixesOfBranches(t *testing.T) {
	r := program(t, "branching")
	source, pass := branching(), r.handlers.Pass()
	pass.ReadFile = func(string) ([]byte, error) { return []byte(source), nil }
	const rest = "pod, ok := obj.(*corev1.Pod); if !ok { return } // want\n"
	at := strings.Index(source, rest)
	begin := pass.Files[0].FileStart + token.Pos(at)
	for _, test := range []struct {
		name, text string
		right      bool
	}{
		{"unwraps", unwrap + rest, true},
		{"what is none", strings.Replace(unwrap, "; ok {", "; !ok {", 1) + rest, false},
		{"under a condition", "if s.other { " + unwrap + " }\n" + rest, false},
		{"and returns", strings.Replace(unwrap, "obj = t.Obj", "obj = t.Obj; return", 1) + rest, false},
		{"too late", rest + unwrap, false},
		{"the wrong one", strings.Replace(unwrap, "obj = t.Obj", "obj = t.Key", 1) + rest, false},
		{"nothing", strings.Replace(unwrap, "obj = t.Obj", "_ = t.Obj", 1) + rest, false},
		{"and does it twice", unwrap + rest + "s.Add(pod.Name)\n", false},
	} {
		trial := handler.OfDeletions(r.handlers)
		fix := analysis.SuggestedFix{Message: "a fix", TextEdits: []analysis.TextEdit{{Pos: begin, End: begin + token.Pos(len(rest)), NewText: []byte(test.text)}}}
		out := trial.Gate().Decide([]gate.Claim{{
			Finding: report.Finding{Pos: r.handlers.Groups[0].Pos, Rule: "r", Fixes: []analysis.SuggestedFix{fix}},
			Case:    &handler.Case{Trial: trial, Groups: []int{0}},
		}})[0]
		if out.Unshown != "" || (len(out.Fixes) > 0) != test.right || !test.right && !strings.HasPrefix(out.Refused, "with it, ") {
			t.Errorf("%s: %d fixes, %q, refused: %q", test.name, len(out.Fixes), out.Unshown, out.Refused)
		}
	}
}
