package handler_test

import (
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/judge"
	"github.com/informerlint/informerlint/internal/stubtest"
)

const rightPrelude = `package right

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/utils/lru"
)

var _ workqueue.Interface
var _ sync.Mutex
var _ lru.Cache

type pod = corev1.Pod
type ids = map[types.UID]string
type state struct { m ids; in *inside; s sync.Map; old *lru.Cache }
type inside struct { m ids }

func live(obj any) *pod { if t, ok := obj.(cache.DeletedFinalStateUnknown); ok { obj = t.Obj }; return obj.(*pod) }
func same(a, b any) bool { x, ok := a.(corev1.Pod); if !ok { return true }; y, ok := b.(corev1.Pod); return !ok || x.UID == y.UID }
`

// watched are handlers that keep something in what the first name stands for.
const watched = `
func (s *state) Watch(inf cache.SharedIndexInformer) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { p := obj.(*pod); PLACE[p.UID] = p.Name },
		UpdateFunc: func(old, obj any) { p := obj.(*pod); UPDATE; PLACE[p.UID] = p.Name },
		DeleteFunc: func(obj any) { delete(PLACE, live(obj).UID) },
	})
}
`

// piped are channels of the package.
const piped = `
var gone, other = make(chan types.UID), make(chan types.UID)
`

// copied are handlers whose Update is made with a copy of the others.
const copied = `
func (s *state) Watch(inf cache.SharedIndexInformer) {
	h := cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { p := obj.(*pod); s.m[p.UID] = p.Name }, DeleteFunc: func(obj any) { delete(s.m, live(obj).UID) }}
	h.UpdateFunc = s.update(h)
	inf.AddEventHandler(h)
}
`

// Right handlers of many kinds, and beside each a wrong one that is like it.
func TestRight(t *testing.T) {
	const found = judge.UIDKeyedState
	at := func(place, update string) string {
		return strings.NewReplacer("PLACE", place, "UPDATE", update).Replace(watched)
	}
	own, within := at("s.m", ""), at("s.in.m", "")
	stubs := stubtest.Load(t)
	for _, test := range []struct {
		name, source string
		want         judge.UIDKind
	}{
		{"nobody else", own, found},
		{"a structure with the same map sweeps", own + `type sweeper struct { all ids }
			func (w *sweeper) Run() { for u := range w.all { delete(w.all, u) } }
			func New() (*state, *sweeper) { m := ids{}; return &state{m: m}, &sweeper{m} }`, ""},
		{"a structure with the same map reads", own + `type reader struct { all ids }
			func (r *reader) Run() { for _, n := range r.all { println(n) } }
			func New() (*state, *reader) { m := ids{}; return &state{m: m}, &reader{m} }`, found},
		{"a helper sweeps", own + `func (s *state) Run() { expire(s.m) }
			func expire(m ids) { for u := range m { delete(m, u) } }`, ""},
		{"a helper reads", own + `func (s *state) Run() { show(s.m) }
			func show(m ids) { for _, n := range m { println(n) } }`, found},

		{"a helper sweeps by keys", own + `func (s *state) Run(dead func(types.UID) bool) { for u := range s.m { if dead(u) { s.drop(u) } } }
			func (s *state) drop(u types.UID) { delete(s.m, u) }`, ""},
		{"a helper drops what it is told", own + `func (s *state) Run(c chan types.UID) { for u := range c { s.drop(u) } }
			func (s *state) drop(u types.UID) { delete(s.m, u) }`, found},
		{"a callback sweeps", own + `func (s *state) each(f func(types.UID)) { for u := range s.m { f(u) } }
			func (s *state) Run() { s.each(func(u types.UID) { delete(s.m, u) }) }`, ""},
		{"a callback reads", own + `func (s *state) each(f func(types.UID)) { for u := range s.m { f(u) } }
			func (s *state) Run() { s.each(func(u types.UID) { println(u) }) }`, found},
		{"goroutines sweep", own + `func (s *state) Run() { for u := range s.m { go func() { delete(s.m, u) }() } }`, ""},
		{"it is begun anew in a loop", own + `func (s *state) initCycle() { s.m = ids{} }
			func (s *state) Run(c chan int) { for range c { s.initCycle() } }`, ""},
		{"it is begun once", own + `func (s *state) initMaps() { s.m = ids{} }
			func New() *state { s := &state{}; s.initMaps(); return s }`, found},

		{"a sweep sends its keys", own + piped + `func (s *state) Sweep(c chan types.UID) { for u := range s.m { gone <- u } }
			func (s *state) Run() { for u := range gone { delete(s.m, u) } }`, ""},
		{"a sweep sends its keys where it can", own + piped + `func (s *state) Sweep(stop chan int) { for u := range s.m { select { case gone <- u: case <-stop: return } } }
			func (s *state) Run(stop chan int) { for { select { case <-stop: return; case u := <-gone: s.drop(u) } } }
			func (s *state) drop(u types.UID) { delete(s.m, u) }`, ""},
		{"a sweep sends its keys by a local channel", own + `func (s *state) Run() { c := make(chan types.UID)
				go func() { for u := range c { delete(s.m, u) } }()
				for u := range s.m { c <- u } }`, ""},
		{"a sweep sends its keys to a function's channel", own + `func (s *state) Run() { c := make(chan types.UID); go s.take(c); for u := range s.m { c <- u } }
			func (s *state) take(c <-chan types.UID) { for u := range c { delete(s.m, u) } }`, ""},
		{"a sweep queues its keys", own + `var q workqueue.Interface
			func (s *state) Sweep() { for u := range s.m { q.Add(u) } }
			func (s *state) Run() { for { k, end := q.Get(); if end { return }; delete(s.m, k.(types.UID)); q.Done(k) } }`, ""},
		{"a sweep sends the UIDs of kept objects", at("s.m", "") + piped + `var pods map[string]*pod
			func (s *state) Sweep() { for _, p := range pods { s.queue(p) } }
			func (s *state) queue(p *pod) { gone <- p.UID }
			func (s *state) Run() { for u := range gone { delete(s.m, u) } }`, ""},
		{"a sweep hands what it gathered to a pool", own + piped + `func (s *state) Sweep() { var old []types.UID; for u := range s.m { old = append(old, u) }; for _, u := range old { gone <- u } }
			func (s *state) Run() { for range 3 { go s.work() } }
			func (s *state) work() { for { u, ok := <-gone; if !ok { return }; delete(s.m, u) } }`, ""},
		{"a sweep sends an entry with its key", own + `type dead struct { uid types.UID; why string }
			var ends = make(chan dead)
			func (s *state) Sweep() { for u, n := range s.m { ends <- dead{u, n} } }
			func (s *state) Run() { for d := range ends { delete(s.m, d.uid) } }`, ""},
		{"a sweep sends pointers", own + `type dead struct { uid types.UID }
			var ends = make(chan *dead, 9)
			func (s *state) Sweep() { for u := range s.m { ends <- &dead{uid: u} } }
			func (s *state) Run() { for d := range ends { delete(s.m, d.uid) } }`, ""},
		{"a sweep sends to another's channel, which is passed on", own + piped + `func (s *state) Sweep() { for u := range s.m { s.send(u) } }
			func (s *state) send(u types.UID) { gone <- u }
			func (s *state) Run() { for u := range gone { s.end(u) } }
			func (s *state) end(u types.UID) { delete(s.m, u) }`, ""},
		{"a sweep sends by two channels", own + piped + `func (s *state) Sweep() { for u := range s.m { other <- u } }
			func (s *state) pass() { for u := range other { gone <- u } }
			func (s *state) Run() { go s.pass(); for u := range gone { delete(s.m, u) } }`, ""},
		{"a sweep sends all keys at once", own + `var lists = make(chan []types.UID)
			func (s *state) Sweep() { var old []types.UID; for u := range s.m { old = append(old, u) }; lists <- old }
			func (s *state) Run() { for l := range lists { for _, u := range l { delete(s.m, u) } } }`, ""},
		{"a sweep sends a key and something else", own + `type dead struct { uid types.UID; n int }
			var ends = make(chan dead)
			func (s *state) Sweep(now func() int) { for u := range s.m { ends <- dead{u, now()} } }
			func (s *state) Run() { for d := range ends { delete(s.m, d.uid) } }`, ""},
		{"one is told by a structure", own + `type dead struct { uid types.UID; n int }
			var ends = make(chan dead)
			func (s *state) One(u types.UID, now func() int) { ends <- dead{u, now()} }
			func (s *state) Run() { for d := range ends { delete(s.m, d.uid) } }`, found},
		{"a timer sends its keys", own + piped + `func (s *state) Sweep(tick chan int) { for range tick { for u := range s.m { go func() { gone <- u }() } } }
			func (s *state) Run() { for u := range gone { delete(s.m, u) } }`, ""},
		{"a function's own queue", own + `func Start(s *state, q workqueue.Interface) { go s.work(q); for u := range s.m { q.Add(u) } }
			func (s *state) work(q workqueue.Interface) { for { k, end := q.Get(); if end { return }; delete(s.m, k.(types.UID)) } }`, ""},
		{"a resync sends the UIDs of objects that are there", own + piped + `func (s *state) Resync(all func() []*pod) { for _, p := range all() { s.queue(p) } }
			func (s *state) queue(p *pod) { gone <- p.UID }
			func (s *state) Run(is func(types.UID) bool) { for u := range gone { if !is(u) { delete(s.m, u) } } }`, found},
		{"one key is sent", own + piped + `func (s *state) One(u types.UID) { gone <- u }
			func (s *state) Run() { for u := range gone { delete(s.m, u) } }`, found},
		{"a sweep sends its keys elsewhere", own + piped + `func (s *state) Sweep() { for u := range s.m { other <- u } }
			func (s *state) Run() { for u := range gone { delete(s.m, u) } }`, found},
		{"a sweep sends its keys to who only prints", own + piped + `func (s *state) Sweep() { for u := range s.m { other <- u } }
			func (s *state) Run() { for u := range other { println(u) } }`, found},

		{"in a structure", within, found},
		{"in a structure that is replaced", within + `func (s *state) Lead() { s.in = &inside{m: ids{}} }`, ""},
		{"in a structure that is made where there is none", within + `func (s *state) Lead() { if s.in == nil { s.in = &inside{m: ids{}} } }`, found},
		{"in a structure that is made where there is none, or an old one", within + `func (s *state) Lead(old bool) { if s.in == nil || old { s.in = &inside{m: ids{}} } }`, ""},
		{"in a structure in a sync.Map", at("s.get(p).m", "") + `func (s *state) get(p *pod) *inside { v, _ := s.s.LoadOrStore(p.Namespace, &inside{m: ids{}}); return v.(*inside) }`, found},
		{"in a structure in a sync.Map, where it is replaced", at("s.get(p).m", "") + `func (s *state) get(p *pod) *inside { v, _ := s.s.LoadOrStore(p.Namespace, &inside{m: ids{}}); return v.(*inside) }
			func (s *state) Renew(name string) { s.s.Store(name, &inside{m: ids{}}) }`, ""},

		{"values in interfaces are compared", at("s.m", "if !same(*old.(*pod), *p) { delete(s.m, old.(*pod).UID) }"), ""},
		{"pointers are compared, and taken for equal", at("s.m", "if !same(old, p) { delete(s.m, old.(*pod).UID) }"), found},

		{"the new one is done", at("s.m", `if u := old.(*pod).UID; u != p.UID { delete(s.m, u) }; if p.Status == "Failed" { delete(s.m, p.UID); return }`), ""},
		{"the new one is done, and nothing is said of that", at("s.m", `if u := old.(*pod).UID; u != p.UID { delete(s.m, u); if p.Status == "Failed" { return } }`), judge.UIDsMishandled},

		{"made with a copy of the others", copied + `func (s *state) update(h cache.ResourceEventHandlerFuncs) func(a, b any) { return func(a, b any) { h.DeleteFunc(a); h.AddFunc(b) } }`, ""},

		{"by the name, and the UID is what is there", `
			func (s *state) Watch(inf cache.SharedIndexInformer) {
				inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
					AddFunc: func(obj any) { p := obj.(*pod); s.s.LoadOrStore(p.Name, p.UID) },
					UpdateFunc: func(old, obj any) { p := obj.(*pod); if !s.s.CompareAndSwap(p.Name, old.(*pod).UID, p.UID) { s.s.LoadOrStore(p.Name, p.UID) } },
					DeleteFunc: func(obj any) { p := live(obj); s.s.CompareAndDelete(p.Name, p.UID) },
				})
			}`, ""},
		{"by the name, and only if there is none", `
			func (s *state) Watch(inf cache.SharedIndexInformer) {
				inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
					AddFunc: func(obj any) { p := obj.(*pod); s.s.LoadOrStore(p.Name, p.UID) },
					UpdateFunc: func(old, obj any) { p := obj.(*pod); s.s.LoadOrStore(p.Name, p.UID) },
					DeleteFunc: func(obj any) { p := live(obj); s.s.CompareAndDelete(p.Name, p.UID) },
				})
			}`, judge.EntryInherited},
		{"in a package's variable that is renewed", at("it.m", "") + `var it *inside
			func reset() { it = &inside{m: ids{}} }
			func Run(c chan int) { for range c { reset() } }`, ""},
		{"in a package's variable", at("it.m", "") + `var it = &inside{m: ids{}}`, found},
		{"in a structure without a name that is renewed", at("it.m", "") + `var it struct { m ids }
			func Run(c chan int) { for range c { it = struct { m ids }{ids{}} } }`, ""},
		{"what is old goes by itself", `
			func (s *state) Watch(inf cache.SharedIndexInformer) {
				inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
					AddFunc: func(obj any) { p := obj.(*pod); s.old.Add(p.UID, p.Name) },
					UpdateFunc: func(_, obj any) { p := obj.(*pod); s.old.Add(p.UID, p.Name) },
					DeleteFunc: func(obj any) { s.old.Remove(live(obj).UID) },
				})
			}`, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			source := rightPrelude + test.source
			if strings.Contains(source, "s.get(p).m, live(obj)") {
				source = strings.Replace(source, "delete(s.get(p).m, live(obj).UID)", "p := live(obj); delete(s.get(p).m, p.UID)", 1)
			}
			if got := shown(t, stubs, source); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
