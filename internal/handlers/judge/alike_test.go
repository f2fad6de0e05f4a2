package judge_test

import (
	"strings"
	"testing"

	"github.com/informerlint/informerlint/analyzers/tombstone"
)

// Delete handlers that do nothing but call one function are one report; one that does
// more itself, or calls another function, is its own.
func TestAlike(t *testing.T) {
	const source = `package alike

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

var sent, told func(string)

func note(obj any) { sent(obj.(*corev1.Pod).Name) }

func other(obj any) { sent(obj.(*corev1.Pod).Namespace) }

func Watch(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: note, DeleteFunc: func(obj any) { note(obj) }})
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { note(obj); other(obj) }, DeleteFunc: func(obj any) { SECOND }})
}
`
	elsewhere := strings.Replace(source, "	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func", "}\n\nfunc Other(informer cache.SharedIndexInformer) {\n	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func", 1)
	text := strings.Replace(elsewhere, "SECOND", "note(obj)", 1)
	if found := findings(t, again(t, "alike", text), text, tombstone.Analyzer); len(found) != 2 {
		t.Errorf("in two functions: %d reports, want 2", len(found))
	}
	for second, want := range map[string]int{
		`note(obj)`:                   1,
		`note(obj); told("it")`:       2,
		`other(obj)`:                  2,
		`if obj != nil { note(obj) }`: 1,
		unwrapping + `; note(obj)`:    1,
	} {
		text := strings.Replace(source, "SECOND", second, 1)
		p := again(t, "alike", text)
		if p == nil || len(p.Groups) != 2 {
			t.Fatalf("%s: not all handlers are found", second)
		}
		found := findings(t, p, text, tombstone.Analyzer)
		if len(found) != want {
			t.Errorf("%s: %d reports, want %d", second, len(found), want)
		}
		for _, f := range found {
			if len(f.SuggestedFixes) != 1 {
				t.Errorf("%s: %d fixes", second, len(f.SuggestedFixes))
				continue
			}
			both := second == `note(obj)` || strings.HasPrefix(second, "if obj")
			if n := len(f.SuggestedFixes[0].TextEdits); (n == 2) != both || strings.Contains(f.Message, "another Delete handler") != both {
				t.Errorf("%s: %d edits, %s", second, n, f.Message)
			}
		}
	}
}

// A comment at one of the handlers that are alike suppresses nothing of the other's.
func TestAlikeIgnored(t *testing.T) {
	const source = `package ignored

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

var sent func(string)

func note(obj any) { sent(obj.(*corev1.Pod).Name) }

func Watch(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: note, DeleteFunc: func(obj any) {
		note(obj) // FIRST
	}})
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: note, DeleteFunc: func(obj any) {
		note(obj) // SECOND
	}})
}
`
	line := func(text, part string) int { return 1 + strings.Count(text[:strings.Index(text, part)], "\n") }
	for _, test := range [][2]string{{"FIRST", "SECOND"}, {"SECOND", "FIRST"}} {
		text := strings.Replace(source, "// "+test[0], "//informerlint:ignore tombstone never relists", 1)
		p := again(t, "ignored", text)
		found := findings(t, p, text, tombstone.Analyzer)
		if len(found) != 1 {
			t.Fatalf("%s ignored: %d reports, want 1", test[0], len(found))
		}
		at := p.Pass().Fset.Position(found[0].Pos).Line
		if want := line(text, test[1]); at != want || strings.Contains(found[0].Message, "another") || len(found[0].SuggestedFixes) != 1 || len(found[0].SuggestedFixes[0].TextEdits) != 1 {
			t.Errorf("%s ignored: line %d, want %d, with one edit: %+v", test[0], at, want, found[0])
		}
	}
}

// What is lost is what is done with what was read, and not that a reader is closed.
func TestReaderIsClosed(t *testing.T) {
	const source = `package closed

import (
	"io"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

var sent func([]byte)

var open func(string) (io.ReadCloser, error)

func read(secret *corev1.Secret) []byte {
	r, err := open(secret.Name)
	if err != nil {
		return nil
	}
	defer r.Close()
	all, _ := io.ReadAll(r)
	return all
}

func Watch(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if secret, ok := obj.(*corev1.Secret); ok {
			sent(read(secret))
		}
	}})
}
`
	found := findings(t, again(t, "closed", source), source, tombstone.Analyzer)
	if len(found) != 1 || !strings.Contains(found[0].Message, "sent is not called for it") {
		t.Errorf("%d reports: %+v", len(found), found)
	}
}

// A fix in a function that other handlers call as well, which are right, is none if they do
// something else with it.
func TestOthersStay(t *testing.T) {
	const source = `package others

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

var gone, known func(string)

func tell(obj any) {
	key, err := cache.MetaNamespaceKeyFunc(obj)
	if err != nil { return }
	gone(key)
}

func first(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if d, is := obj.(cache.DeletedFinalStateUnknown); is { pod, ok = d.Obj.(*corev1.Pod) }
	if !ok || pod.Name == "" { return }
	tell(obj)
}

func second(obj any) {
	SECOND
	tell(obj)
}

func Watch(one, other cache.SharedIndexInformer) {
	one.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { known(obj.(*corev1.Pod).Name) }, DeleteFunc: first})
	other.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { known(obj.(*corev1.Pod).Name) }, DeleteFunc: second})
}
`
	for second, want := range map[string]int{
		unwrapping: 1,
		`if d, ok := obj.(cache.DeletedFinalStateUnknown); ok { gone(d.Key) }`: 0,
	} {
		text := strings.Replace(source, "SECOND", second, 1)
		found := findings(t, again(t, "others", text), text, tombstone.Analyzer)
		if len(found) != 1 || len(found[0].SuggestedFixes) != want {
			t.Errorf("%s: %d reports, want 1 with %d fixes: %+v", second, len(found), want, found)
		}
	}
}

// A filter that stands in front of handlers without a Delete function, too, may be fixed.
func TestFilterOfOthers(t *testing.T) {
	const source = `package filtered

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

var gone, known func(string)

func named(obj any) bool {
	pod, ok := obj.(*corev1.Pod)
	return ok && pod.Name != ""
}

func add(obj any) { known(obj.(*corev1.Pod).Name) }

func remove(obj any) {
	if d, ok := obj.(cache.DeletedFinalStateUnknown); ok { obj = d.Obj }
	gone(obj.(*corev1.Pod).Name)
}

func Watch(one, other cache.SharedIndexInformer) {
	one.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: named, Handler: cache.ResourceEventHandlerFuncs{AddFunc: add, DeleteFunc: remove}})
	other.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: named, Handler: cache.ResourceEventHandlerFuncs{AddFunc: add}})
}
`
	found := findings(t, again(t, "filtered", source), source, tombstone.Analyzer)
	if len(found) != 1 || len(found[0].SuggestedFixes) != 1 {
		t.Errorf("%d reports: %+v", len(found), found)
	}
}

// A handler that changes its object before it uses it gets a fix as any other, however
// the object comes out of the tombstone then.
func TestChangedFirst(t *testing.T) {
	const source = `package changedfirst

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

var create func(*corev1.Pod)

func clean(pod *corev1.Pod) { pod.Name = "" }

func Watch(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		BODY
		create(pod)
	}})
}
`
	for body, want := range map[string][2]int{ // reports and fixes
		`pod := obj.(*corev1.Pod); pod.Name = ""`:                     {1, 1},
		`pod := obj.(*corev1.Pod); clean(pod)`:                        {1, 1},
		`pod, ok := obj.(*corev1.Pod); if !ok { return }; clean(pod)`: {1, 1},
		unwrapping + `; pod := obj.(*corev1.Pod); pod.Name = ""`:      {0, 0},
		unwrapping + `; pod := obj.(*corev1.Pod); clean(pod)`:         {0, 0},
		`var pod *corev1.Pod; switch x := obj.(type) { case *corev1.Pod: pod = x; pod.Name = ""; case cache.DeletedFinalStateUnknown: pod = x.Obj.(*corev1.Pod) }`: {0, 0},
	} {
		text := strings.Replace(source, "BODY", body, 1)
		found := findings(t, again(t, "changedfirst", text), text, tombstone.Analyzer)
		fixes := 0
		for _, f := range found {
			fixes += len(f.SuggestedFixes)
		}
		if got := [2]int{len(found), fixes}; got != want {
			t.Errorf("%s: %v reports and fixes, want %v", body, got, want)
		}
	}
}

const unwrapping = `if d, ok := obj.(cache.DeletedFinalStateUnknown); ok { obj = d.Obj }`

// Filters that call one function are no Delete handlers: each is its own report.
func TestFiltersAlike(t *testing.T) {
	const source = `package filters

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

var sent func(string)

func named(obj any) string { return obj.(*corev1.Pod).Name }

func note(obj any) { sent(named(obj)) }

func Watch(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: func(obj any) bool { return named(obj) != "" }, Handler: cache.ResourceEventHandlerFuncs{AddFunc: note}})
	informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: func(obj any) bool { return named(obj) == "" }, Handler: cache.ResourceEventHandlerFuncs{AddFunc: note}})
}
`
	found := findings(t, again(t, "filters", source), source, tombstone.Analyzer)
	if len(found) != 2 || strings.Contains(found[0].Message, "another Delete handler") {
		t.Errorf("%d reports: %+v", len(found), found)
	}
}
