package handler_test

import (
	"fmt"
	"go/token"
	"maps"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/analyzers/tombstone"
	"github.com/informerlint/informerlint/internal/fix/try"
	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/witness/handler"
)

// unwrap recovers the object in a tombstone.
const unwrap = "if t, ok := obj.(cache.DeletedFinalStateUnknown); ok { obj = t.Obj }\n"

// halves are Delete functions that a fix repairs, and fixes that repair only some of
// their ways.
var halves = []struct {
	name, before string
	halves       map[string]string // a fix: what it comes to, and why it is refused; "" if it is right
}{
	{"work after a condition", `pod, ok := obj.(*corev1.Pod)
		if !ok { return }
		if s.enabled { s.Add(pod.Name) }`, map[string]string{
		unwrap + `pod, ok := obj.(*corev1.Pod)
		if !ok { return }
		if s.enabled { s.Add(pod.Name) }`: "",
		`if s.other { ` + unwrap + ` }
		pod, ok := obj.(*corev1.Pod)
		if !ok { return }
		if s.enabled { s.Add(pod.Name) }`: "does nothing where it does Add for the object in it",
		`if t, ok := obj.(cache.DeletedFinalStateUnknown); ok { if s.other { return }; obj = t.Obj }
		pod, ok := obj.(*corev1.Pod)
		if !ok { return }
		if s.enabled { s.Add(pod.Name) }`: "does nothing where it does Add for the object in it",
		unwrap + `pod, ok := obj.(*corev1.Pod)
		if !ok || s.other { return }
		if s.enabled { s.Add(pod.Name) }`: "called with an object, asks for other conditions than before",
	}},
	{"a panic that was there", `pod, ok := obj.(*corev1.Pod)
		if !ok { return }
		if s.enabled { panic("broken") }
		s.Add(pod.Name)`, map[string]string{
		unwrap + `pod, ok := obj.(*corev1.Pod)
		if !ok { return }
		if s.enabled { panic("broken") }
		s.Add(pod.Name)`: "",
		`if t, ok := obj.(cache.DeletedFinalStateUnknown); ok { if s.other { panic("odd") }; obj = t.Obj }
		pod, ok := obj.(*corev1.Pod)
		if !ok { return }
		if s.enabled { panic("broken") }
		s.Add(pod.Name)`: "does the end of the process where it does Add for the object in it",
	}},
	{"what comes after a first round", `pod, ok := obj.(*corev1.Pod)
		if !ok { return }
		for _, c := range pod.Spec.Containers { if c.Name == "" { continue }; if c.Image != "" { s.Add(pod.Name) } }`, map[string]string{
		unwrap + `pod, ok := obj.(*corev1.Pod)
		if !ok { return }
		for _, c := range pod.Spec.Containers { if c.Name == "" { continue }; if c.Image != "" { s.Add(pod.Name) } }`: "",
		`if t, ok := obj.(cache.DeletedFinalStateUnknown); ok { if s.other { return }; obj = t.Obj }
		pod, ok := obj.(*corev1.Pod)
		if !ok { return }
		for _, c := range pod.Spec.Containers { if c.Name == "" { continue }; if c.Image != "" { s.Add(pod.Name) } }`: "for the object in it",
	}},
	{"the opposite", `pod, ok := obj.(*corev1.Pod)
		if !ok { return }
		if s.enabled && pod.Name != "" { s.Add(pod.Name) }`, map[string]string{
		unwrap + `pod, ok := obj.(*corev1.Pod)
		if !ok { return }
		if s.enabled && pod.Name != "" { s.Add(pod.Name) }`: "",
		unwrap + `pod, ok := obj.(*corev1.Pod)
		if !ok { return }
		if !s.enabled && pod.Name != "" { s.Add(pod.Name) }`: "asks for other conditions than before",
		unwrap + `pod, ok := obj.(*corev1.Pod)
		if !ok { return }
		if s.other && pod.Name != "" { s.Add(pod.Name) }`: "asks for other conditions than before",
	}},
	{"either of two", `pod, ok := obj.(*corev1.Pod)
		if !ok { return }
		if s.enabled { s.Add(pod.Name) } else { delete(s.byUID, pod.UID) }`, map[string]string{
		unwrap + `pod, ok := obj.(*corev1.Pod)
		if !ok { return }
		if s.enabled { s.Add(pod.Name) } else { delete(s.byUID, pod.UID) }`: "",
		`if t, ok := obj.(cache.DeletedFinalStateUnknown); ok {
			if pod, ok := t.Obj.(*corev1.Pod); ok { if s.enabled { delete(s.byUID, pod.UID) } else { s.Add(pod.Name) } }
			return
		}
		pod, ok := obj.(*corev1.Pod)
		if !ok { return }
		if s.enabled { s.Add(pod.Name) } else { delete(s.byUID, pod.UID) }`: "for the object in it",
	}},
}

// others are Delete functions in which the object reaches what is done in another way
// than by its key: a key function that takes tombstones repairs them only where it
// comes to the same. The fix is that function, or to unwrap in front.
var others = []struct {
	name, before string
	refused      string // why the key function is no fix; "" if it is
}{
	{"a kind by a type switch", `key, err := cache.MetaNamespaceKeyFunc(obj)
		if err != nil { return }
		s.work.Add(item{key: key, kind: kindOf(obj)})`, "with something else than for the object in it"},
	{"a field of a part", `key, err := cache.MetaNamespaceKeyFunc(obj)
		if err != nil { return }
		meta := metaOf(obj)
		s.work.Add(item{key: key, kind: meta.Namespace})`, "with something else than for the object in it"},
	{"an argument that a part is in", `key, err := cache.MetaNamespaceKeyFunc(obj)
		if err != nil { return }
		s.name(key, metaOf(obj).Namespace)`, "with something else than for the object in it"},
	{"a part by pointer", `key, err := cache.MetaNamespaceKeyFunc(obj)
		if err != nil { return }
		meta := metaOf(obj)
		s.point(&item{key: key, kind: meta.Namespace})`, "with something else than for the object in it"},
	{"a part that is logged", `key, err := cache.MetaNamespaceKeyFunc(obj)
		if err != nil { return }
		klog.Infof("%s of %s", key, metaOf(obj).Namespace)
		s.work.Add(item{key: key, kind: "Pod"})`, ""},
	{"the kind is logged", `key, err := cache.MetaNamespaceKeyFunc(obj)
		if err != nil { return }
		klog.Infof("%s of kind %s", key, kindOf(obj))
		s.work.Add(item{key: key, kind: "Pod"})`, ""},
	{"a kind of several", `key, err := cache.MetaNamespaceKeyFunc(obj)
		if err != nil { return }
		kind := "other"
		switch obj.(type) {
		case *corev1.Pod: kind = "pod"
		case *corev1.Node: kind = "node"
		}
		s.work.Add(item{key, kind})`, "with something else than for the object in it"},
	{"in the key", `key, err := cache.MetaNamespaceKeyFunc(obj)
		if err != nil { return }
		if _, ok := obj.(*corev1.Pod); ok { key = "pod/" + key }
		s.Add(key)`, "with something else than for the object in it"},
	{"whether it is a pod", `key, err := cache.MetaNamespaceKeyFunc(obj)
		if err != nil { return }
		_, is := obj.(*corev1.Pod)
		s.sort(key, is)`, "with something else than for the object in it"},
	{"a text of it", `key, err := cache.MetaNamespaceKeyFunc(obj)
		if err != nil { return }
		s.work.Add(item{key, fmt.Sprintf("%T", obj)})`, "with something else than for the object in it"},
	{"kept by its kind", `key, err := cache.MetaNamespaceKeyFunc(obj)
		if err != nil { return }
		s.kept[kindOf(obj)] = key`, "with something else than for the object in it"},
	{"a formatted kind", `key, err := cache.MetaNamespaceKeyFunc(obj)
		if err != nil { return }
		s.Add(fmt.Sprintf("%s/%s", kindOf(obj), key))`, "with something else than for the object in it"},
	{"by pointer", `key, err := cache.MetaNamespaceKeyFunc(obj)
		if err != nil { return }
		s.point(&item{key: key, kind: kindOf(obj)})`, "with something else than for the object in it"},
	{"filled in by a helper", `i, err := makeItem(obj)
		if err != nil { return }
		s.work.Add(i)`, "with something else than for the object in it"},
	{"the key of a helper's item", `i, err := makeItem(obj)
		if err != nil { return }
		s.Add(i.key)`, ""},
	{"one queue for all kinds", `key, err := cache.MetaNamespaceKeyFunc(obj)
		if err != nil { return }
		kind := kindOf(s)
		s.work.Add(item{key, kind})`, ""},
	{"a kind of the configuration", `key, err := cache.MetaNamespaceKeyFunc(obj)
		if err != nil { return }
		kind := "slow"
		if s.enabled { kind = "fast" }
		s.work.Add(item{key, kind})`, ""},
	{"one of two queues", `key, err := cache.MetaNamespaceKeyFunc(obj)
		if err != nil { return }
		to := s.work
		if _, ok := obj.(*corev1.Pod); ok { to = s.pods }
		to.Add(item{key: key})`, "with something else than for the object in it"},
	{"one of two queues of the configuration", `key, err := cache.MetaNamespaceKeyFunc(obj)
		if err != nil { return }
		to := s.work
		if s.other { to = s.pods }
		to.Add(item{key: key})`, ""},
	{"a round for each", `key, err := cache.MetaNamespaceKeyFunc(obj)
		if err != nil { return }
		for i := 0; i < 3; i++ { s.number(key, i) }`, ""},
}

// kinded is the text of a package with what others use, without them.
const kinded = `package othered

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

type queue interface{ Add(key string) }

type item struct{ key, kind string }

type items interface{ Add(i item) }

func kindOf(obj any) string {
	switch obj.(type) {
	case *corev1.Pod:
		return "Pod"
	default:
		return ""
	}
}

func metaOf(obj any) (meta metav1.ObjectMeta) {
	switch object := obj.(type) {
	case *corev1.Pod:
		meta = object.ObjectMeta
	case *corev1.Node:
		meta = object.ObjectMeta
	}
	return meta
}

func makeItem(obj any) (item, error) {
	key, err := cache.MetaNamespaceKeyFunc(obj)
	if err != nil {
		return item{}, err
	}
	return item{key: key, kind: kindOf(obj)}, nil
}

var _, _ = fmt.Sprint, klog.Info
`

// othered is a package of others. It is nowhere on disk.
func othered() string {
	text := kinded
	for i, h := range others {
		text += strings.ReplaceAll(`
type state struct {
	queue
	work, pods     items
	kept           map[string]string
	enabled, other bool
	sort           func(key string, pod bool)
	point          func(*item)
	name           func(key, namespace string)
	number         func(key string, n int)
}

func Watchstate(informer cache.SharedIndexInformer, s *state) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: s.remove})
}

func (s *state) remove(obj any) {
`+h.before+`
}
`, "state", fmt.Sprintf("state%d", i))
	}
	return text
}

// A key function that takes tombstones is no fix where something else than the key
// tells that it was one; to unwrap in front always is.
func TestOtherThanKey(t *testing.T) {
	const from, to = "cache.MetaNamespaceKeyFunc", "cache.DeletionHandlingMetaNamespaceKeyFunc"
	r := program(t, "othered")
	if r.handlers == nil || len(r.handlers.Groups) != len(others) {
		t.Fatal("not all handlers were found")
	}
	source, pass := othered(), r.handlers.Pass()
	pass.ReadFile = func(string) ([]byte, error) { return []byte(source), nil }
	begin := pass.Files[0].FileStart
	for i, h := range others {
		remove := strings.Index(source, fmt.Sprintf("(s *state%d) remove(obj any) {\n", i))
		body := remove + strings.Index(source[remove:], "\n") + 1
		at := body + strings.Index(source[body:body+len(h.before)], from)
		if at < body {
			at = strings.Index(source, from) // in the helper
		}
		for _, test := range []struct {
			at         int
			text, with string
			want       string
		}{
			{at, from, to, h.refused},
			{body, "", unwrap, ""},
		} {
			trial := &handler.Trial{Package: r.handlers, Try: deletions, Find: tombs}
			pos := begin + token.Pos(test.at)
			fix := analysis.SuggestedFix{Message: "a fix", TextEdits: []analysis.TextEdit{{Pos: pos, End: pos + token.Pos(len(test.text)), NewText: []byte(test.with)}}}
			out := trial.Gate().Decide([]gate.Claim{{
				Finding: report.Finding{Pos: r.handlers.Groups[i].Pos, Rule: "r", Fixes: []analysis.SuggestedFix{fix}},
				Case:    &handler.Case{Trial: trial, Groups: []int{i}},
			}})[0]
			if out.Unshown != "" {
				t.Errorf("%s: not shown: %s", h.name, out.Unshown)
			} else if (len(out.Fixes) > 0) != (test.want == "") || !strings.Contains(out.Refused, test.want) {
				t.Errorf("%s: %s is refused: %q, want %q", h.name, test.with, out.Refused, test.want)
			}
		}
	}
}

// Where the key function is no fix, the check offers to unwrap.
func TestUnwrapsForKey(t *testing.T) {
	r := program(t, "othered")
	source := othered()
	r.handlers.Pass().ReadFile = func(string) ([]byte, error) { return []byte(source), nil } // for the trial
	pass := *r.handlers.Pass()
	pass.Analyzer = tombstone.Analyzer
	pass.ResultOf = maps.Clone(pass.ResultOf)
	if pass.ResultOf == nil {
		pass.ResultOf = make(map[*analysis.Analyzer]any)
	}
	pass.ResultOf[resolve.Analyzer] = r.handlers
	pass.Report = func(analysis.Diagnostic) {}
	res, err := tombstone.Analyzer.Run(&pass)
	if err != nil {
		t.Fatal(err)
	}
	offered := 0
	for _, f := range res.(*report.Result).Findings {
		upTo := source[:f.Pos-pass.Files[0].FileStart]
		at := strings.LastIndex(upTo, "func (s *state")
		if at < 0 {
			continue // in the helper, of two handlers
		}
		i := 0
		if _, err := fmt.Sscanf(upTo[at:], "func (s *state%d)", &i); err != nil {
			t.Fatal(err)
		}
		want := "Use DeletionHandlingMetaNamespaceKeyFunc"
		if others[i].refused != "" || strings.Contains(others[i].before, "makeItem") { // there the key function is that of two handlers
			want = "Unwrap the tombstone"
		}
		if len(f.SuggestedFixes) != 1 || f.SuggestedFixes[0].Message != want || !strings.Contains(f.Message, "; "+strings.ToLower(want[:1])+want[1:]) {
			t.Errorf("%s: %s: %v, want %q", others[i].name, f.Message, f.SuggestedFixes, want)
		}
		offered++
	}
	if offered < len(others)-2 {
		t.Errorf("only %d were reported", offered)
	}
}

// halved is a package of the functions, each the Delete of a handler of its own. It is
// nowhere on disk.
func halved() string {
	text := `package halved

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
)

type queue interface{ Add(key string) }
`
	for i, h := range halves {
		text += strings.ReplaceAll(`
type state struct {
	queue
	byUID          map[types.UID]string
	enabled, other bool
}

func Watchstate(informer cache.SharedIndexInformer, s *state) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.add, DeleteFunc: s.remove})
}

func (s *state) add(obj any) { s.Add(obj.(*corev1.Pod).Name) }

func (s *state) remove(obj any) {
`+h.before+`
}
`, "state", fmt.Sprintf("state%d", i))
	}
	return text
}

// A fix has to be right on each way: that some way does what Delete does for an object
// is not enough.
func TestHalfFixes(t *testing.T) {
	r := program(t, "halved")
	if r.handlers == nil || len(r.handlers.Groups) != len(halves) {
		t.Fatal("not all handlers were found")
	}
	source, pass := halved(), r.handlers.Pass()
	pass.ReadFile = func(string) ([]byte, error) { return []byte(source), nil }
	for i, h := range halves {
		from := strings.Index(source, fmt.Sprintf("(s *state%d) remove(obj any) {\n", i))
		from += strings.Index(source[from:], "\n") + 1
		begin := pass.Files[0].FileStart + token.Pos(from)
		for after, want := range h.halves {
			trial := &handler.Trial{Package: r.handlers, Try: deletions, Find: tombs}
			fix := analysis.SuggestedFix{Message: "a fix", TextEdits: []analysis.TextEdit{{Pos: begin, End: begin + token.Pos(len(h.before)), NewText: []byte(after)}}}
			out := trial.Gate().Decide([]gate.Claim{{
				Finding: report.Finding{Pos: r.handlers.Groups[i].Pos, Rule: "r", Fixes: []analysis.SuggestedFix{fix}},
				Case:    &handler.Case{Trial: trial, Groups: []int{i}},
			}})[0]
			if out.Unshown != "" {
				t.Errorf("%s: not shown: %s", h.name, out.Unshown)
			} else if (len(out.Fixes) > 0) != (want == "") || !strings.Contains(out.Refused, want) {
				t.Errorf("%s: refused: %q, want %q\n%s", h.name, out.Refused, want, after)
			}
		}
	}
}

// Beside fixes of other checks, which may change what handlers do for an object, a fix
// is asked what the handlers do alone.
func TestBesides(t *testing.T) {
	r := program(t, "halved")
	source, pass := halved(), r.handlers.Pass()
	pass.ReadFile = func(string) ([]byte, error) { return []byte(source), nil }
	at := strings.Index(source, "(s *state0) remove(obj any) {\n") + len("(s *state0) remove(obj any) {\n")
	begin := pass.Files[0].FileStart + token.Pos(at)
	for _, test := range []struct{ name, after, compared, want string }{
		{"something else is done besides, for both",
			unwrap + `pod, ok := obj.(*corev1.Pod)
			if !ok { return }
			if s.other { delete(s.byUID, pod.UID) }
			if s.enabled { s.Add(pod.Name) }`, "with it, the Delete handler, called with a", ""},
		{"something else is done besides, and the fix is under a condition",
			`if s.other { ` + unwrap + ` }
			pod, ok := obj.(*corev1.Pod)
			if !ok { return }
			delete(s.byUID, pod.UID)
			if s.enabled { s.Add(pod.Name) }`, "with it, the Delete handler, called with a", "does nothing where it does"},
		{"the fix is gone",
			`pod, ok := obj.(*corev1.Pod)
			if !ok { return }
			delete(s.byUID, pod.UID)`, "with it, the Delete handler, called with a", "with it, a run still fails"},
	} {
		trial := &handler.Trial{Package: r.handlers, Try: deletions, Find: tombs}
		edited, err := try.Edited(pass, analysis.SuggestedFix{TextEdits: []analysis.TextEdit{{Pos: begin, End: begin + token.Pos(len(halves[0].before)), NewText: []byte(test.after)}}})
		if err != nil {
			t.Fatal(err)
		}
		c := &handler.Case{Trial: trial, Groups: []int{0}}
		if why := c.Holds(&gate.Edited{Pass: edited, Cases: []gate.Case{c}}); !strings.HasPrefix(why, test.compared) {
			t.Errorf("%s: compared: %q", test.name, why)
		}
		b := c.Beside()
		if why := b.Holds(&gate.Edited{Pass: edited, Cases: []gate.Case{b}}); (why == "") != (test.want == "") || !strings.Contains(why, test.want) {
			t.Errorf("%s: alone: %q, want %q", test.name, why, test.want)
		}
	}
}
