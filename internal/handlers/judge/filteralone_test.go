package judge_test

import (
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/judge"
)

// Handlers without a Delete function behind a filter, or with one that does nothing, and whether the filter is said to
// panic on a tombstone. PANICS is a filter that does, LOOKS one that
// looks first.
var filtersAlone = []struct {
	name, watch string
	reported    bool
}{
	{"a literal", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: PANICS, Handler: FUNCS})`, true},
	{"a pointer", `h := &cache.FilteringResourceEventHandler{FilterFunc: PANICS, Handler: &FUNCS}; informer.AddEventHandler(h)`, true},
	{"a variable", `f := FUNCS; h := cache.FilteringResourceEventHandler{FilterFunc: PANICS, Handler: f}; informer.AddEventHandler(h)`, true},
	{"fields that are set", `var h cache.FilteringResourceEventHandler; h.FilterFunc = PANICS; h.Handler = FUNCS; informer.AddEventHandler(h)`, true},
	{"Delete is nil", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: PANICS, Handler: cache.ResourceEventHandlerFuncs{AddFunc: add, DeleteFunc: nil}})`, true},
	{"Update only", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: PANICS, Handler: cache.ResourceEventHandlerFuncs{UpdateFunc: update}})`, true},
	{"a function", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: named, Handler: FUNCS})`, true},
	{"a helper of it", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: func(obj any) bool { return on && named(obj) }, Handler: FUNCS})`, true},
	{"a key that tombstones have", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: func(obj any) bool { if key, _ := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); key == "" { return false }; return named(obj) }, Handler: FUNCS})`, true},
	{"a key that it logs", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: func(obj any) bool { key, _ := cache.MetaNamespaceKeyFunc(obj); klog.Infof(key); return named(obj) }, Handler: FUNCS})`, true},
	{"no key is an object's", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: func(obj any) bool { if key, _ := cache.MetaNamespaceKeyFunc(obj); key != "" { return true }; return named(obj) }, Handler: FUNCS})`, true},
	{"nil is used", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: func(obj any) bool { pod, _ := obj.(*corev1.Pod); return pod.Name != "" }, Handler: FUNCS})`, true},

	{"a variable of a type of its own", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: kept, Handler: FUNCS})`, true},
	{"it calls a variable of a type of its own", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: func(obj any) bool { return kept(obj) }, Handler: FUNCS})`, true},
	{"a variable that changes", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: func(obj any) bool { return changed(obj) }, Handler: FUNCS})`, false},

	{"it looks first", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: LOOKS, Handler: FUNCS})`, false},
	{"it asks for a key", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: func(obj any) bool { if key, _ := cache.MetaNamespaceKeyFunc(obj); key == "" { return false }; return named(obj) }, Handler: FUNCS})`, false},
	{"it asks how long a key is", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: func(obj any) bool { key, _ := cache.MetaNamespaceKeyFunc(obj); return len(key) != 0 && named(obj) }, Handler: FUNCS})`, false},
	{"it asks for the error of a key", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: func(obj any) bool { _, err := cache.MetaNamespaceKeyFunc(obj); return err == nil && named(obj) }, Handler: FUNCS})`, false},
	{"it rejects", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: func(obj any) bool { pod, ok := obj.(*corev1.Pod); return ok && pod.Name != "" }, Handler: FUNCS})`, false},
	{"a switch", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: func(obj any) bool {
		switch o := obj.(type) {
		case *corev1.Pod: return o.Name != ""
		case cache.DeletedFinalStateUnknown: return o.Obj.(*corev1.Pod).Name != ""
		}
		return false
	}, Handler: FUNCS})`, false},
	{"a helper looks", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: func(obj any) bool { return isPod(obj) && obj.(*corev1.Pod).Name != "" }, Handler: FUNCS})`, false},
	{"recovered", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: func(obj any) bool { defer func() { _ = recover() }(); return named(obj) }, Handler: FUNCS})`, false},
	{"opened around it", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: opened(PANICS), Handler: FUNCS})`, false},
	{"not known", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: unknown, Handler: FUNCS})`, false},
	{"every object panics", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: func(any) bool { panic("not yet") }, Handler: FUNCS})`, false},
	{"a structure is asserted", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: func(obj any) bool { return obj.(corev1.Pod).Name != "" }, Handler: FUNCS})`, false},

	// The outer one may reject, or is the one that is asked.
	{"another in front", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: LOOKS, Handler: cache.FilteringResourceEventHandler{FilterFunc: PANICS, Handler: FUNCS}})`, false},
	{"replaced", `h := cache.FilteringResourceEventHandler{FilterFunc: PANICS, Handler: FUNCS}; h.FilterFunc = LOOKS; informer.AddEventHandler(h)`, false},
	{"wrapped in place", `h := cache.FilteringResourceEventHandler{FilterFunc: PANICS, Handler: FUNCS}; h.FilterFunc = opened(h.FilterFunc); informer.AddEventHandler(h)`, false},
	{"replaced by somebody", `h := cache.FilteringResourceEventHandler{FilterFunc: PANICS, Handler: FUNCS}; replace(&h); informer.AddEventHandler(h)`, false},
	{"chosen", `f := LOOKS; if on { f = PANICS }; informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: f, Handler: FUNCS})`, false},

	// What a fix lets through may be too much for a Delete that is not seen.
	{"Delete is set later", `h := FUNCS; h.DeleteFunc = remove; informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: PANICS, Handler: h})`, false},
	{"Delete is set by somebody", `h := FUNCS; set(&h); informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: PANICS, Handler: h})`, false},
	{"Delete is not known", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: PANICS, Handler: cache.ResourceEventHandlerFuncs{AddFunc: add, DeleteFunc: remove}})`, false},

	// A Delete that does nothing loses nothing, and the filter in front of it is asked.
	{"Delete does nothing", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: PANICS, Handler: IDLE})`, true},
	{"Delete does nothing, by a type", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: PANICS, Handler: idle{}})`, true},
	{"Delete logs", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: PANICS, Handler: cache.ResourceEventHandlerFuncs{AddFunc: add, DeleteFunc: func(obj any) { klog.Infof("%v", obj) }}})`, true},
	{"Delete does nothing, and it looks first", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: LOOKS, Handler: IDLE})`, false},
	{"Delete does nothing, and it rejects", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: isPod, Handler: IDLE})`, false},
	{"it rejects, and Delete panics", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: isPod, Handler: cache.ResourceEventHandlerFuncs{AddFunc: add, DeleteFunc: func(obj any) { klog.Infof(obj.(*corev1.Pod).Name) }}})`, false},
	{"Delete does nothing, an AddEventHandler of its own", `once{}.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: PANICS, Handler: IDLE})`, false},
	{"Delete does nothing, a handler of its own around it", `informer.AddEventHandler(quiet{cache.FilteringResourceEventHandler{FilterFunc: PANICS, Handler: IDLE}})`, false},
	{"Delete does nothing, another in front", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: LOOKS, Handler: cache.FilteringResourceEventHandler{FilterFunc: PANICS, Handler: IDLE}})`, false},
	{"Delete does nothing, replaced by somebody", `h := cache.FilteringResourceEventHandler{FilterFunc: PANICS, Handler: IDLE}; replace(&h); informer.AddEventHandler(h)`, false},
	{"Delete does nothing, recovered", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: func(obj any) bool { defer func() { _ = recover() }(); return named(obj) }, Handler: IDLE})`, false},
	{"Delete did nothing", `h := IDLE; h.DeleteFunc = remove; informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: PANICS, Handler: h})`, false},

	// Nobody is seen to ask it for deletions.
	{"a handler of its own", `informer.AddEventHandler(own{PANICS, FUNCS})`, false},
	{"a handler of its own around it", `informer.AddEventHandler(quiet{cache.FilteringResourceEventHandler{FilterFunc: PANICS, Handler: FUNCS}})`, false},
	{"an AddEventHandler of its own", `once{}.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: PANICS, Handler: FUNCS})`, false},
	{"a function around it", `informer.AddEventHandler(around(cache.FilteringResourceEventHandler{FilterFunc: PANICS, Handler: FUNCS}))`, false},
	{"not registered", `_ = cache.FilteringResourceEventHandler{FilterFunc: PANICS, Handler: FUNCS}`, false},
	{"called", `h := cache.FilteringResourceEventHandler{FilterFunc: PANICS, Handler: FUNCS}; h.OnDelete(&corev1.Pod{})`, false},

	// Nothing is in a field.
	{"no filter", `informer.AddEventHandler(cache.FilteringResourceEventHandler{Handler: FUNCS})`, false},
	{"no handler", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: PANICS})`, false},
	{"a handler that is nil", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: PANICS, Handler: nil})`, false},
	{"an empty one", `informer.AddEventHandler(cache.FilteringResourceEventHandler{})`, false},
	{"no pointer", `informer.AddEventHandler((*cache.FilteringResourceEventHandler)(nil))`, false},
	{"no functions", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: PANICS, Handler: cache.ResourceEventHandlerFuncs{}})`, false},
}

// A filter is asked for deletions as well where there is no Delete function, or where
// that does nothing.
func TestFilterAlone(t *testing.T) {
	const around = `package alone

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

var (
	on      bool
	sent    func(string)
	unknown func(any) bool
	remove  func(any)
	around  func(cache.ResourceEventHandler) cache.ResourceEventHandler

	kept    filter = named
	changed filter = named
)

type filter func(any) bool

func change() { changed = isPod }

func add(obj any)        { sent(obj.(*corev1.Pod).Name) }
func update(_, obj any)  { sent(obj.(*corev1.Pod).Name) }
func named(obj any) bool { return obj.(*corev1.Pod).Name != "" }
func isPod(obj any) bool { _, ok := obj.(*corev1.Pod); return ok }

func opened(f func(any) bool) func(any) bool {
	return func(obj any) bool {
		if d, ok := obj.(cache.DeletedFinalStateUnknown); ok { obj = d.Obj }
		return f(obj)
	}
}

func set(h *cache.ResourceEventHandlerFuncs)         { h.DeleteFunc = remove }
func replace(h *cache.FilteringResourceEventHandler) { h.FilterFunc = isPod }

type own struct {
	filter func(any) bool
	funcs  cache.ResourceEventHandlerFuncs
}

func (o own) OnAdd(obj any, first bool) { if o.filter(obj) { o.funcs.OnAdd(obj, first) } }
func (o own) OnUpdate(old, obj any)     { if o.filter(obj) { o.funcs.OnUpdate(old, obj) } }
func (o own) OnDelete(any)              {}

type quiet struct{ cache.FilteringResourceEventHandler }

func (quiet) OnDelete(any) {}

type idle struct{}

func (idle) OnAdd(obj any, _ bool) { add(obj) }
func (idle) OnUpdate(_, obj any)   { add(obj) }
func (idle) OnDelete(any)          { klog.Infof("deleted") }

type once struct{}

func (once) AddEventHandler(h cache.ResourceEventHandler) { h.OnAdd(&corev1.Pod{}, true) }

func Watch(informer cache.SharedIndexInformer) {
	WATCH
}
`
	for _, test := range filtersAlone {
		t.Run(test.name, func(t *testing.T) {
			text := strings.NewReplacer("FUNCS", "cache.ResourceEventHandlerFuncs{AddFunc: add, UpdateFunc: update}",
				"IDLE", "cache.ResourceEventHandlerFuncs{AddFunc: add, DeleteFunc: func(any) {}}",
				"PANICS", `func(obj any) bool { return obj.(*corev1.Pod).Name != "" }`,
				"LOOKS", "func(obj any) bool { if d, ok := obj.(cache.DeletedFinalStateUnknown); ok { obj = d.Obj }; return named(obj) }",
			).Replace(strings.Replace(around, "WATCH", test.watch, 1))
			p := again(t, "alone", text)
			var tombs []*judge.Tomb
			if p != nil {
				for _, g := range p.Groups {
					tombs = append(tombs, judge.Tombs(p, g)...)
				}
			}
			if got := len(tombs) > 0; got != test.reported {
				t.Fatalf("reported: %t, want %t", got, test.reported)
			}
			for _, tomb := range tombs {
				if tomb.Kind != judge.Unchecked || tomb.Role != clientgo.Filter || strings.Contains(tomb.Who(), "Delete handler") != (tomb.Group.Delete != nil) {
					t.Errorf("%s of %s", tomb.Kind, tomb.Who())
				}
			}
		})
	}
}
