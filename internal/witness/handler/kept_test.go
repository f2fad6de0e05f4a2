package handler_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/judge"
	"github.com/informerlint/informerlint/internal/witness/handler"
)

// keeping is a package of the snippets of TestKept, each a handler of its own. It
// is nowhere on disk.
func keeping() string {
	text := `package keeping

import (
	"reflect"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

var _ = reflect.DeepEqual
var _ = apierrors.IsNotFound
var _ sync.Map
type pod = corev1.Pod
type ids = map[types.UID]string
type queue interface{ Add(key string) }

func live(obj any) *pod { if t, ok := obj.(cache.DeletedFinalStateUnknown); ok { obj = t.Obj }; return obj.(*pod) }
`
	for i, c := range keepingSnippets {
		code := `
type state struct { queue; m ids; other map[string]ids; s sync.Map; set sets.Set[types.UID]; texts sets.String; on bool
	work, spare workqueue.TypedRateLimitingInterface[string]; pods corelisters.PodLister; nodes corelisters.NodeLister }
func Watchstate(informer cache.SharedIndexInformer, q queue) {
	s := &state{queue: q, m: make(ids), set: sets.New[types.UID](), texts: sets.NewString()}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.add, UpdateFunc: s.update, DeleteFunc: s.remove})
}
` + c.code
		if !strings.Contains(code, ") add(") {
			code += "\nfunc (s *state) add(obj any) { p := obj.(*pod); s.m[p.UID] = p.Name }\n"
		}
		if !strings.Contains(code, ") remove(") {
			code += "\nfunc (s *state) remove(obj any) { delete(s.m, live(obj).UID) }\n"
		}
		text += strings.ReplaceAll(code, "state", fmt.Sprintf("state%d", i))
	}
	return text
}

// Beginnings of an Update.
const (
	two   = "func (s *state) update(old, obj any) { a, b := old.(*pod), obj.(*pod); "
	adds  = two + "if a.UID != b.UID { s.add(b); return }; s.m[b.UID] = b.Name }\n" // and forgets the old one
	inSet = `func (s *state) add(obj any) { s.set.Insert(obj.(*pod).UID) }
		func (s *state) remove(obj any) { s.set.Delete(live(obj).UID) }
		`
	works = `
		func (s *state) Run() { for s.next() {} }
		func (s *state) next() bool { key, quit := s.work.Get(); if quit { return false }; defer s.work.Done(key); if err := s.sync(key); err != nil { s.work.AddRateLimited(key) }; return true }
		func (s *state) enqueue(obj any) { key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); if err != nil { return }; s.work.Add(key) }
		func (s *state) add(obj any) { s.enqueue(obj) }
		`
	onlyQueues = "func (s *state) update(old, obj any) { s.enqueue(obj) }"
	syncs      = `
		func (s *state) sync(key string) error {
			namespace, name, err := cache.SplitMetaNamespaceKey(key)
			if err != nil { return err }
			p, err := s.pods.Pods(namespace).Get(name)
			if apierrors.IsNotFound(err) { return nil }
			if err != nil { return err }
			s.m[p.UID] = p.Name
			return nil
		}`
	spare = `
		func (s *state) sync(key string) error { return nil }
		func (s *state) more() { key, _ := s.spare.Get(); if p, err := s.pods.Pods(key).Get(key); err == nil { s.m[p.UID] = p.Name } }`
	inMaps = `
		func (s *state) add(obj any) { s.put(obj.(*pod)) }
		func (s *state) put(p *pod) { m := s.other[p.Namespace]; if m == nil { m = make(ids); s.other[p.Namespace] = m }; m[p.UID] = p.Name }
		func (s *state) remove(obj any) { s.take(live(obj)) }
		func (s *state) take(p *pod) { if m, ok := s.other[p.Namespace]; ok { delete(m, p.UID) } }
		`
	putBack = `
		func (s *state) add(obj any) { s.put(obj.(*pod)) }
		func (s *state) remove(obj any) { p := live(obj); delete(s.other[p.Namespace], p.UID) }
		func (s *state) take(p *pod) { delete(s.other[p.Namespace], p.UID) }
		func (s *state) put(p *pod) { m, ok := s.other[p.Namespace]; if !ok { m = ids{} }; m[p.UID] = p.Name; `
	phases = `
		func (s *state) update(_, obj any) { b := obj.(*pod); if b.Status.Phase == "Failed" { s.take(b); return }; s.put(b) }
		`
	retried = `
		func (s *state) add(obj any) { s.try(obj.(*pod)) }
		func (s *state) update(_, obj any) { s.try(obj.(*pod)) }
		func (s *state) try(p *pod) { if _, done := s.m[p.UID]; done { return }; s.m[p.UID] = p.Name; if s.failed(p.Name) { delete(s.m, p.UID) } }
		func (s *state) failed(name string) bool { return s.on && name != "" }
		`
	restored = "func (s *state) Restore(us ...types.UID) { for _, u := range us { s.m[u] = \"\" } }\n"
	keyed    = `
		func keystate(p *pod) types.UID { if p.UID != "" { return p.UID }; return types.UID(p.Name) }
		func (s *state) add(obj any) { p := obj.(*pod); if key := keystate(p); key != "" { s.m[key] = p.Name } }
		func (s *state) remove(obj any) { delete(s.m, keystate(live(obj))) }
		`
	right = two + "if a.UID != b.UID { s.remove(a) }; s.add(b) }\n"
)

// The snippets, and what a run shows of what they keep.
var keepingSnippets = []struct {
	name, code string
	want       judge.UIDKind
}{
	{"both halves", right, ""},
	{"the new half only", adds, judge.UIDsMishandled},
	{"the old half only", two + "if a.UID != b.UID { s.remove(a); return }; s.add(b) }", judge.UIDsMishandled},
	{"the wrong way round", two + "if a.UID == b.UID { s.remove(a) }; s.add(b) }", judge.UIDsMishandled},
	{"the old half of the new object", two + "if a.UID != b.UID { s.remove(b) }; s.add(b) }", judge.UIDsMishandled},
	{"nothing at all", two + "if a.UID != b.UID { return }; s.Add(b.Name) }\nfunc (s *state) add(obj any) { s.Add(obj.(*pod).Name) }", judge.UIDsMishandled},
	{"nothing for a change either", two + "if a.UID != b.UID { return }; if s.on { println(b.Name) } }\nfunc (s *state) add(obj any) { s.Add(obj.(*pod).Name) }", ""},
	{"the old half may be done", two + "if a.UID != b.UID { if s.on { s.remove(a) }; s.add(b); return }; s.add(b) }", ""},
	{"Add keeps only some, Update leaves out the others", two + `if a.UID != b.UID { s.remove(a); if b.Spec.NodeName != "" { s.add(b) }; return }; s.m[b.UID] = b.Name }
		func (s *state) add(obj any) { if p := obj.(*pod); p.Spec.NodeName != "" { s.m[p.UID] = p.Name } }`, ""},

	{"before the comparison, by the new object's field", two + `if b.Spec.NodeName == "" { s.Add(b.Name); return }; if a.UID != b.UID { s.remove(a) }; s.add(b) }`, judge.UIDKeyedState},
	{"before the comparison, by what is kept", two + "if _, ok := s.m[b.UID]; ok { return }; s.remove(a); s.add(b) }", ""},
	{"before the comparison, equal specs", two + "if reflect.DeepEqual(a.Spec, b.Spec) { return }; if a.UID != b.UID { s.remove(a) }; s.add(b) }", judge.UIDKeyedState},
	{"before the comparison, equal names of nodes", two + "if a.Spec.NodeName == b.Spec.NodeName { return }; if a.UID != b.UID { s.remove(a) }; s.add(b) }", judge.UIDKeyedState},
	{"before the comparison, created together", two + "if a.CreationTimestamp == b.CreationTimestamp { return }; s.remove(a); s.add(b) }", ""},
	{"before the comparison, one address", two + "if a.Status.PodIP == b.Status.PodIP { return }; s.remove(a); s.add(b) }", ""},
	{"before the comparison, specs of nobody knows what", two + "if x, y := s.spec(a), s.spec(b); x == y { return }; s.remove(a); s.add(b) }\nfunc (s *state) spec(p *pod) string { return s.m[p.UID] + p.Name }", ""},

	{"a loop sweeps", adds + "func (s *state) sweep() { for uid := range s.m { delete(s.m, uid) } }", ""},
	{"somebody starts again", adds + "func (s *state) reset() { s.m = make(ids) }", ""},
	{"somebody clears it", adds + "func (s *state) reset() { clear(s.m) }", ""},
	{"somebody gets the map", adds + "func (s *state) all() ids { return s.m }", ""},
	{"somebody reads the map", adds + "func (s *state) has(u types.UID) bool { _, ok := s.m[u]; return ok && len(s.m) > 0 }", judge.UIDsMishandled},
	{"somebody else calls Delete's helper", adds + "func (s *state) drop(u types.UID) { delete(s.m, u) }\nfunc (s *state) remove(obj any) { s.drop(live(obj).UID) }\nfunc (s *state) gc(u types.UID) { s.drop(u) }", ""},
	{"nobody else calls Delete's helper", adds + "func (s *state) drop(u types.UID) { delete(s.m, u) }\nfunc (s *state) remove(obj any) { s.drop(live(obj).UID) }", judge.UIDsMishandled},
	{"Delete's helper is exported", adds + "func (s *state) Drop(u types.UID) { delete(s.m, u) }\nfunc (s *state) remove(obj any) { s.Drop(live(obj).UID) }", ""},
	{"Delete's helper is handed on", adds + "func (s *state) drop(u types.UID) { delete(s.m, u) }\nfunc (s *state) remove(obj any) { s.drop(live(obj).UID) }\nfunc (s *state) dropper() func(types.UID) { return s.drop }", ""},
	{"Delete's helper may be called by an interface", adds + "func (s *state) evict(u types.UID) { delete(s.m, u) }\nfunc (s *state) remove(obj any) { s.evict(live(obj).UID) }\nfunc usestate(d interface{ evict(types.UID) }) { d.evict(\"\") }", ""},
	{"somebody else calls Delete", adds + "func (s *state) gc(p *pod) { s.remove(p) }", ""},
	{"finds the old one by the name", two + "if a.UID != b.UID { for uid, name := range s.m { if name == b.Name { delete(s.m, uid) } } }; s.add(b) }", ""},
	{"maps in a map", two + `if a.UID != b.UID { delete(s.other, a.Namespace) }; s.add(b) }
		func (s *state) add(obj any) { p := obj.(*pod); if s.other[p.Namespace] == nil { s.other[p.Namespace] = make(ids) }; s.other[p.Namespace][p.UID] = p.Name }
		func (s *state) remove(obj any) { p := live(obj); delete(s.other[p.Namespace], p.UID) }`, ""},
	{"maps in a map, the new half only", inMaps + two + "if a.UID != b.UID { s.add(b); return }; s.add(b) }", judge.UIDsMishandled},
	{"maps in a map, both halves", inMaps + right, ""},
	{"maps in a map, only the new object is looked at", inMaps + phases, judge.UIDKeyedState},
	{"maps in a map, which are looked through", inMaps + phases + "\nfunc (s *state) names() (out []string) { for _, m := range s.other { for _, n := range m { out = append(out, n) } }; return out }", judge.UIDKeyedState},
	{"maps in a map, an empty one goes", phases + strings.Replace(inMaps, "delete(m, p.UID)", "delete(m, p.UID); if len(m) == 0 { delete(s.other, p.Namespace) }", 1), judge.UIDKeyedState},
	{"maps in a map, put back", phases + putBack + `s.other[p.Namespace] = m }`, judge.UIDKeyedState},
	{"maps in a map, put back under another name", phases + putBack + `s.m = m }`, ""},
	{"maps in a map, a new one each time", phases + strings.Replace(inMaps, "if m == nil { m", "if p.Name != \"\" { m", 1), ""},
	{"maps in a map, one goes as a whole", inMaps + phases + "\nfunc (s *state) Reset(name string) { delete(s.other, name) }", ""},
	{"maps in a map, one goes unless it is empty", phases + strings.Replace(inMaps, "delete(m, p.UID)", "delete(m, p.UID); if len(m) != 0 { delete(s.other, p.Namespace) }", 1), ""},
	{"maps in a map, all are made anew", inMaps + phases + "\nfunc (s *state) Reset() { s.other = make(map[string]ids) }", ""},
	{"maps in a map, all is written anew", inMaps + phases + "\nfunc (s *state) Renew() { *s = state{} }", ""},
	{"maps in a map, swept", inMaps + phases + "\nfunc (s *state) Sweep() { for _, m := range s.other { for uid := range m { delete(m, uid) } } }", ""},
	{"maps in a map, one is given away", inMaps + phases + "\nfunc (s *state) One(name string) ids { return s.other[name] }", ""},
	{"maps in a map, one is cleared", inMaps + phases + "\nfunc (s *state) Clear(name string) { clear(s.other[name]) }", ""},
	{"maps in a map, one is put there from elsewhere", inMaps + phases + "\nfunc (s *state) Set(name string, m ids) { s.other[name] = m }", ""},
	{"maps in a map, somebody else takes something away", inMaps + phases + "\nfunc (s *state) Drop(name string, u types.UID) { delete(s.other[name], u) }", ""},
	{"maps in a map, Update takes the old one's map away", inMaps + two + "if a.UID != b.UID { delete(s.other, a.Namespace) }; s.add(b) }", ""},
	{"maps in a map, one goes by a text", inMaps + "func (s *state) update(_, obj any) { p := obj.(*pod); if p.GetNamespace() == \"gone\" { delete(s.other, p.Namespace) }; s.add(p) }", ""},
	{"maps in a map, by the name", strings.ReplaceAll(inMaps, "p.UID", "types.UID(p.Name)") + "func (s *state) update(_, obj any) { s.put(obj.(*pod)) }", ""},

	{"in the background", two + "if a.UID != b.UID { s.add(b); return }; s.add(b) }\nfunc (s *state) remove(obj any) { p := live(obj); go func() { delete(s.m, p.UID) }() }", ""},

	{"a sync.Map", two + `if a.UID == b.UID { s.s.Delete(a.UID) }; s.add(b) }
		func (s *state) add(obj any) { p := obj.(*pod); s.s.Store(p.UID, p.Name) }
		func (s *state) remove(obj any) { s.s.Delete(live(obj).UID) }`, judge.UIDsMishandled},
	{"a sync.Map that is taken from elsewhere", two + `if a.UID == b.UID { s.s.Delete(a.UID) }; s.add(b) }
		func (s *state) add(obj any) { p := obj.(*pod); s.s.Store(p.UID, p.Name) }
		func (s *state) remove(obj any) { s.s.Delete(live(obj).UID) }
		func (s *state) take(u types.UID) (any, bool) { return s.s.LoadAndDelete(u) }`, ""},

	{"a set", inSet + two + "if a.UID == b.UID { s.set.Delete(a.UID) }; s.add(b) }", judge.UIDsMishandled},
	{"a set, both halves", inSet + two + "if a.UID != b.UID { s.set.Delete(a.UID) }; s.add(b) }", ""},
	{"a set, the new half only", inSet + two + "if a.UID != b.UID { s.set.Insert(b.UID); return }; s.set.Insert(b.UID) }", judge.UIDsMishandled},
	{"a set of texts", two + `if a.UID == b.UID { s.texts.Delete(string(a.UID)) }; s.add(b) }
		func (s *state) add(obj any) { s.texts.Insert(string(obj.(*pod).UID)) }
		func (s *state) remove(obj any) { s.texts.Delete(string(live(obj).UID)) }`, judge.UIDsMishandled},
	{"a set, Delete by the name", right + `
		func (s *state) add(obj any) { s.set.Insert(obj.(*pod).UID) }
		func (s *state) remove(obj any) { s.set.Delete(types.UID(live(obj).Name)) }`, judge.WrongKey},
	{"a set, Delete by both", right + `
		func (s *state) add(obj any) { s.set.Insert(obj.(*pod).UID) }
		func (s *state) remove(obj any) { p := live(obj); s.set.Delete(types.UID(p.Name), p.UID) }`, ""},
	{"a set that somebody asks", inSet + two + "if a.UID == b.UID { s.set.Delete(a.UID) }; s.add(b) }\nfunc (s *state) has(u types.UID) bool { return s.set.Has(u) && s.set.Len() > 0 }", judge.UIDsMishandled},
	{"a set that somebody sweeps", inSet + two + "if a.UID == b.UID { s.set.Delete(a.UID) }; s.add(b) }\nfunc (s *state) sweep() { s.set.PopAny() }", ""},
	{"a set that somebody replaces", inSet + two + "if a.UID == b.UID { s.set.Delete(a.UID) }; s.add(b) }\nfunc (s *state) relist(us ...types.UID) { s.set = sets.New(us...) }", ""},
	{"a set that somebody gets", inSet + two + "if a.UID == b.UID { s.set.Delete(a.UID) }; s.add(b) }\nfunc (s *state) all() sets.Set[types.UID] { return s.set.Insert() }", ""},
	{"a set of the call alone", two + `if a.UID == b.UID { return }; s.add(b) }
		func (s *state) add(obj any) { seen := sets.New[types.UID](); func() { seen.Insert(obj.(*pod).UID) }() }
		func (s *state) remove(obj any) { seen := sets.New[types.UID](); func() { seen.Delete(live(obj).UID) }() }`, ""},

	{"a worker puts it there", works + onlyQueues + syncs, judge.UIDKeyedState},
	{"a worker of a second queue puts it there", strings.Replace(works, "s.work.Add(key) }", "s.work.Add(key); s.spare.Add(key) }", 1) + onlyQueues + spare + "\nfunc (s *state) Spare() { s.more() }", judge.UIDKeyedState},
	{"a worker of a second queue that nobody begins puts it there", strings.Replace(works, "s.work.Add(key) }", "s.work.Add(key); s.spare.Add(key) }", 1) + onlyQueues + spare, ""},
	{"a worker that nobody begins puts it there", strings.Replace(works, ") Run(", ") begin(", 1) + onlyQueues + syncs, ""},
	{"a worker puts it there, and Update takes the old one away", works + two + "if a.UID != b.UID { s.remove(a) }; s.enqueue(b) }" + syncs, ""},
	{"a worker puts it there, and Update takes the wrong one away", works + two + "if a.UID == b.UID { s.remove(a) }; s.enqueue(b) }" + syncs, judge.UIDsMishandled},
	{"a worker puts it there, and Update queues only what is the same", works + two + "if a.UID != b.UID { s.remove(a); return }; s.enqueue(b) }" + syncs, judge.UIDsMishandled},
	{"a worker puts it there, Delete by the name", works + two + "if a.UID != b.UID { s.remove(a) }; s.enqueue(b) }" + syncs + `
		func (s *state) remove(obj any) { delete(s.m, types.UID(live(obj).Name)) }`, judge.WrongKey},
	{"a worker puts it there and sweeps", works + onlyQueues + strings.Replace(syncs, "s.m[p.UID] =", "s.sweep(p); s.m[p.UID] =", 1) + `
		func (s *state) sweep(p *pod) { for uid, name := range s.m { if name == p.Name { delete(s.m, uid) } } }`, ""},
	{"a worker begins with an empty map", works + onlyQueues + strings.Replace(syncs, "s.m[p.UID] =", "s.m = make(ids); s.m[p.UID] =", 1), ""},
	{"a worker puts another kind's there", works + onlyQueues + strings.Replace(syncs, "p, err := s.pods.Pods(namespace)", "_ = namespace; p, err := s.nodes", 1), ""},
	{"two workers", works + onlyQueues + syncs + "\nfunc (s *state) take() { key, _ := s.work.Get(); if p, err := s.pods.Pods(key).Get(key); err != nil { delete(s.m, p.UID) } }", ""},
	{"a worker asks by another name", works + onlyQueues + strings.Replace(syncs, "Get(name)", `Get(s.m[types.UID(name)])`, 1), ""},
	{"a worker does what is not known", works + onlyQueues + strings.Replace(syncs, "s.m[p.UID] =", "s.do(p); s.m[p.UID] =", 1) + "\nfunc (s *state) Forget(u types.UID) { delete(s.m, u) }\nfunc (s *state) do(p *pod) { var f interface{ Forget(types.UID) } = s; f.Forget(p.UID) }", ""},

	{"before the comparison, whether there is a UID", two + `if b.UID == "" { return }; if a.UID != b.UID { s.remove(a) }; s.add(b) }`, ""},
	{"the name stands in for a UID that is missing", keyed + "func (s *state) update(_, obj any) { s.add(obj) }", judge.UIDKeyedState},
	{"the name stands in for a UID that is missing, both halves", keyed + right, ""},
	{"the UID stands in for a name that is missing", strings.Replace(keyed, "UID != \"\" {", "Name == \"\" {", 1) + "func (s *state) update(_, obj any) { s.add(obj) }", ""},

	{"somebody else puts it there", retried + restored, judge.UIDKeyedState},
	{"somebody else puts it there, both halves", strings.Replace(retried, "func (s *state) update(_, obj any) { ", "func (s *state) update(old, obj any) { if a := old.(*pod); a.UID != obj.(*pod).UID { s.remove(a) }; ", 1) + restored, ""},
	{"somebody else takes it away", retried + strings.Replace(restored, "s.m[u] = \"\"", "delete(s.m, u)", 1), ""},
	{"somebody else puts it there, and another one takes its place", retried + restored + "func renewstate(all map[string]*state) { all[\"a\"] = &state{m: make(ids)} }", ""},
	{"somebody else marks what is left", retried + restored + "func (s *state) Mark() { for u := range s.m { s.Restore(u) } }", ""},
	{"somebody else puts there what it finds", retried + restored + "func (s *state) All(f func(types.UID)) { for u := range s.m { f(u) } }", ""},
	{"somebody else replaces it", retried + restored + "func (s *state) Reset() { s.m = make(ids) }", ""},

	{"Delete by the name", right + "func (s *state) remove(obj any) { delete(s.m, types.UID(live(obj).Name)) }", judge.WrongKey},
	{"Delete by what is found by the name", right + "func (s *state) remove(obj any) { delete(s.m, s.uid(live(obj).Name)) }\nfunc (s *state) uid(name string) types.UID { for u, n := range s.m { if n == name { return u } }; return \"\" }", ""},
	{"Delete by both", right + "func (s *state) remove(obj any) { p := live(obj); delete(s.m, types.UID(p.Name)); delete(s.m, p.UID) }", ""},
	{"Add by both", right + "func (s *state) add(obj any) { p := obj.(*pod); s.m[p.UID] = p.Name; s.m[types.UID(p.Name)] = p.Name }\nfunc (s *state) remove(obj any) { delete(s.m, types.UID(live(obj).Name)) }", ""},
	{"before the comparison, by what is not empty", two + "if s.m[b.UID] != \"\" { return }; s.remove(a); s.add(b) }", ""},
	{"before the comparison, by what is empty", two + "if s.m[b.UID] == \"\" { return }; if a.UID != b.UID { s.remove(a) }; s.add(b) }", ""},
	{"before the comparison, by a set", inSet + two + "if s.set.Has(b.UID) { return }; s.remove(a); s.add(b) }", ""},
	{"before the comparison, by a set without it", inSet + two + "if !s.set.Has(b.UID) { return }; s.remove(a); s.add(b) }", ""},
	{"before the comparison, by a sync.Map", two + `if _, ok := s.s.Load(b.UID); ok { return }; s.remove(a); s.add(b) }
		func (s *state) add(obj any) { p := obj.(*pod); s.s.Store(p.UID, p.Name) }
		func (s *state) remove(obj any) { s.s.Delete(live(obj).UID) }`, ""},
	{"Delete by the name, and somebody puts it there", right + "func (s *state) remove(obj any) { delete(s.m, types.UID(live(obj).Name)) }\nfunc (s *state) note(name string) { s.m[types.UID(name)] = name }", ""},
}

// What handlers keep in maps of their own is asked of a run, and where it is not
// certain nothing is said.
func TestKept(t *testing.T) {
	p := program(t, "keeping").handlers
	if p == nil || len(p.Groups) != len(keepingSnippets) {
		t.Fatal("not all handlers were found")
	}
	for i, c := range keepingSnippets {
		t.Run(c.name, func(t *testing.T) {
			g := p.Groups[i]
			got := judge.UIDKind("")
			if judge.Tells(p, g) {
				v := handler.Recreations(p.Program(g), handler.Assume{Tells: true})
				for _, u := range v.Kept() {
					got = u.Kind
				}
			}
			if got != c.want {
				t.Errorf("a run shows %q, want %q", got, c.want)
			}
		})
	}
}
