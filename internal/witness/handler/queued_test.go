package handler_test

import (
	"fmt"
	"strings"
	"testing"
)

// queues are programs whose Update only puts the key into a queue: whether the old
// object's entry stays is up to what takes it out. Each is a controller of its own, by
// what it has beside a map by UID that Add fills and Delete empties.
var queues = []struct {
	name  string
	code  string // what is not there is as in the first one
	found bool
}{
	{"the worker does nothing there", "", true},
	{"the worker takes away what it knows of the name", clears("s.drop(key)"), false},
	{"on some way", clears("if s.on { s.drop(key) }"), false},
	{"only if the object is gone", clears("if _, err := s.pods.Pods(key).Get(key); apierrors.IsNotFound(err) { s.drop(key) }"), true},
	{"only if the indexer does not have it", clears("obj, there, _ := s.indexer.GetByKey(key); if !there { s.drop(key); return }; s.do(obj.(*pod).Name)"), true},
	{"only if an indexer does not have it, it may be another one", clears("if _, there, _ := s.indexer.GetByKey(key); !there { s.drop(key) }"), false},
	{"only if a pod is gone, also with another key", "\nfunc (s *state) enqueue(obj any) { key, _ := cache.MetaNamespaceKeyFunc(obj); s.work.Add(key); s.work.Add(s.names[key]) }" + clears("if _, err := s.pods.Pods(key).Get(key); apierrors.IsNotFound(err) { s.drop(key) }"), false},
	{"only the new one's", clears("if p, err := s.pods.Pods(key).Get(key); err == nil { delete(s.m, p.UID) }"), true},
	{"the new one's, or the one of that name", clears("if p, err := s.pods.Pods(key).Get(key); err == nil { delete(s.m, p.UID); s.drop(key) }"), false},
	{"under the name", clears("delete(s.m, types.UID(key))"), true},
	{"of another map", clears("delete(s.other, s.byName[key])"), true},
	{"of a map of its own", clears("m := make(map[types.UID]textstate); delete(m, s.byName[key])"), true},
	{"a map that it is given", clears("forgetstate(s.m, s.byName[key])") + "\nfunc forgetstate(m map[types.UID]textstate, uid types.UID) { delete(m, uid) }", false},
	{"all of it", clears("clear(s.m)"), false},
	{"without the key", clears("s.gc()") + "\nfunc (s *state) gc() { delete(s.m, s.byName[\"\"]) }", false},
	{"after it has put the key back", clears("if s.on { s.work.AddRateLimited(key); return }; s.drop(key)"), false},
	{"never, it puts the key back", clears("if s.on { s.work.AddRateLimited(key) }"), true},

	{"what it knows of the name, and Update returns before it queues", early + clears("s.drop(key)"), true},
	{"what it knows of the name, and Update queues before it returns", strings.Replace(early, "if b", "s.enqueue(b); if b", 1) + clears("s.drop(key)"), false},

	{"a worker that nobody starts", never + clears("s.drop(key)"), true},
	{"a worker that only one starts that nobody starts", never + clears("s.drop(key)") + "\nfunc (s *state) again() { s.run() }", true},
	{"a worker that a goroutine is", never + clears("s.drop(key)") + "\nfunc (s *state) Start() { go s.run() }", false},
	{"a worker that runs as a value", never + clears("s.drop(key)") + "\nfunc (s *state) Start(stop chan struct{}) { wait.Until(s.run, 1, stop) }", false},
	{"two workers", clears("") + "\nfunc (s *state) More() { key, _ := s.work.Get(); s.drop(key) }", false},

	{"the worker of another queue", "\nfunc (s *state) add(obj any) { p := obj.(*pod); s.m[p.UID] = textstate(p.Name); s.second.Add(p.Name) }" + clearsOther, true},
	{"the worker of another queue, which the first fills", clears("s.second.Add(key)") + clearsOther, false},
	{"the worker of another queue, in place of the first", "\nfunc (s *state) enqueue(obj any) { s.second.Add(obj.(*pod).Name) }" + clearsOther, false},

	{"a queue of UIDs, in which the worker puts them back", "\nfunc (s *state) enqueue(obj any) { s.uids.Add(live(obj).UID) }\nfunc (s *state) remove(obj any) { s.enqueue(obj) }\nfunc (s *state) UIDs() { uid, _ := s.uids.Get(); if s.on { s.uids.Add(uid); return }; delete(s.m, uid) }", true},
	{"a queue of structs", items + "\nfunc (s *state) Items() { i, _ := s.items.Get(); s.drop(i.name) }", false},
	{"a queue of structs, for nothing", items + "\nfunc (s *state) Items() { i, _ := s.items.Get(); s.do(i.name) }", true},
	{"a queue of objects", "\nfunc (s *state) enqueue(obj any) { s.objects <- obj.(*pod) }\nfunc (s *state) Objects() { for p := range s.objects { s.drop(p.Name) } }", false},
	{"a queue of objects, for the new one", "\nfunc (s *state) enqueue(obj any) { s.objects <- obj.(*pod) }\nfunc (s *state) Objects() { for p := range s.objects { s.do(p.Name) } }", true},
	{"a queue that is given on", "\nfunc (s *state) enqueue(obj any) { s.put(s.work, obj) }\nfunc (s *state) put(q workqueue.TypedRateLimitingInterface[string], obj any) { q.Add(obj.(*pod).Name) }" + clears("s.drop(key)"), false},

	{"another package's worker", elsewhere + "\nfunc (s *state) Sync(key string) { s.drop(key) }", false},
	{"another package's worker, for nothing", elsewhere + "\nfunc (s *state) Sync(key string) { s.do(key) }", true},
	{"another package's worker, which gets a function", elsewhere + "\nfunc (s *state) Start(run func(func(string))) { run(s.drop) }", false},
	{"another package's worker, by an interface", elsewhere + "\nfunc (s *state) Reconcile(key string) error { s.drop(key); return nil }", false},
	{"another package's queue", "\nfunc (s *state) enqueue(obj any) { s.own.Add(obj.(*pod).Name) }\nfunc (s *state) Sync(p *pod) { s.drop(p.Name); s.m[p.UID] = textstate(p.Name) }", false},
	{"another package's queue, for nothing", "\nfunc (s *state) enqueue(obj any) { s.own.Add(obj.(*pod).Name) }\nfunc (s *state) Sync(key string) { s.do(key) }", true},
	{"nobody's", "\nfunc (s *state) enqueue(obj any) {}\nfunc (s *state) Sync(key string) { s.drop(key) }", true},

	{"a function in a field", clears("s.handle(key)") + "\nfunc (s *state) Set() { s.handle = s.drop }", false},
	{"a function in a field, for nothing", clears("s.handle(key)") + "\nfunc (s *state) Set() { s.handle = s.do }", true},
	{"a method of an interface", clears("s.store.forget(key)") + "\ntype innerstate struct { *state }\nfunc (i *innerstate) forget(key string) { i.drop(key) }", false},
	{"a method of an interface, for nothing", clears("s.store.forget(key)") + "\ntype innerstate struct { *state }\nfunc (i *innerstate) forget(key string) { i.do(key) }", true},

	{"a goroutine", "\nfunc (s *state) enqueue(obj any) { go s.drop(obj.(*pod).Name) }", false},
	{"a timer", "\nfunc (s *state) enqueue(obj any) { name := obj.(*pod).Name; time.AfterFunc(1, func() { s.drop(name) }) }", false},
	{"a timer, for nothing", "\nfunc (s *state) enqueue(obj any) { name := obj.(*pod).Name; time.AfterFunc(1, func() { s.do(name) }) }", true},
	{"nobody's, and Delete sweeps", "\nfunc (s *state) remove(obj any) { delete(s.m, live(obj).UID); s.sweep() }" + sweepsAll, true},
	{"nobody's, and Delete sweeps, and somebody else", "\nfunc (s *state) remove(obj any) { delete(s.m, live(obj).UID); s.sweep() }\nfunc (s *state) Sweep() { s.sweep() }" + sweepsAll, false},
	{"nobody's, and a ticker sweeps", "\nfunc (s *state) Start(stop chan struct{}) { wait.Until(s.sweep, 1, stop) }" + sweepsAll, false},
	{"nobody's, and Add sweeps", "\nfunc (s *state) add(obj any) { s.sweep(); p := obj.(*pod); s.m[p.UID] = textstate(p.Name) }" + sweepsAll, false},
	{"Update itself, but returns before", "\ntype cachestate interface { Set(p *pod); Remove(p *pod) }\nvar heldstate cachestate\nfunc (s *state) add(obj any) { heldstate.Set(obj.(*pod)) }\nfunc (s *state) remove(obj any) { heldstate.Remove(live(obj)) }\nfunc (s *state) update(old, obj any) { a, b := old.(*pod), obj.(*pod); if b.Spec.NodeName == \"\" { return }; if a.UID != b.UID { heldstate.Remove(a) }; heldstate.Set(b); s.enqueue(b) }" + clears("heldstate.Remove(&pod{})"), true},
	{"Update itself", "\nfunc (s *state) enqueue(obj any) { s.drop(obj.(*pod).Name) }", false},
}

const (
	early       = "\nfunc (s *state) update(old, obj any) { a, b := old.(*pod), obj.(*pod); if b.Spec.NodeName == \"\" { return }; if a.UID != b.UID { s.remove(a) }; s.enqueue(b) }"
	never       = "\nfunc (s *state) Run(stop <-chan struct{}) { <-stop }"
	clearsOther = "\nfunc (s *state) Second() { key, _ := s.second.Get(); s.drop(key) }"
	items       = "\nfunc (s *state) enqueue(obj any) { p := obj.(*pod); s.items.Add(itemstate{p.Namespace, p.Name}) }"
	sweepsAll   = "\nfunc (s *state) sweep() { for uid := range s.m { if s.other[uid] == \"\" { delete(s.m, uid) } } }"
	elsewhere   = "\nfunc (s *state) enqueue(obj any) { s.out.Add(obj.(*pod).Name) }"
)

// clears is a worker's work.
func clears(code string) string { return "\nfunc (s *state) sync(key string) { " + code + " }" }

// queueing is a package of them. It is nowhere on disk.
func queueing() string {
	text := `package queueing

import (
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type pod = corev1.Pod

var _ = wait.Until
var _ = time.AfterFunc
var _ = apierrors.IsNotFound

func live(obj any) *pod { if t, ok := obj.(cache.DeletedFinalStateUnknown); ok { obj = t.Obj }; return obj.(*pod) }
`
	for i, c := range queues {
		code := `
type textstate string
type itemstate struct { namespace, name string }
type state struct { m, other map[types.UID]textstate; byName map[string]types.UID; names map[string]string; on bool; pods corelisters.PodLister; indexer cache.Indexer
	work, second workqueue.TypedRateLimitingInterface[string]; items workqueue.TypedInterface[itemstate]; uids workqueue.TypedInterface[types.UID]; objects chan *pod
	out workqueue.TypedInterface[string]; own interface{ Add(string) }; handle func(string); store interface{ forget(string) } }
func Watchstate(informer cache.SharedIndexInformer, s *state) {
	s.m = make(map[types.UID]textstate)
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.add, UpdateFunc: s.update, DeleteFunc: s.remove})
}
func (s *state) drop(name string) { delete(s.m, s.byName[name]) }
func (s *state) do(name string) { s.byName[name] = "" }
func (s *state) run() { for { key, quit := s.work.Get(); if quit { return }; s.sync(key); s.work.Done(key) } }
` + c.code + "\n"
		for _, d := range []struct{ has, text string }{
			{") Run(", "func (s *state) Run(stop <-chan struct{}) { go s.run(); <-stop }"},
			{") enqueue(", "func (s *state) enqueue(obj any) { if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil { s.work.Add(key) } }"},
			{") update(", "func (s *state) update(_, obj any) { s.enqueue(obj) }"},
			{") add(", "func (s *state) add(obj any) { p := obj.(*pod); s.m[p.UID] = textstate(p.Name) }"},
			{") remove(", "func (s *state) remove(obj any) { delete(s.m, live(obj).UID) }"},
			{") sync(", "func (s *state) sync(key string) { s.do(key) }"},
		} {
			if !strings.Contains(code, d.has) {
				code += d.text + "\n"
			}
		}
		text += strings.ReplaceAll(code, "state", fmt.Sprintf("state%d", i))
	}
	return text
}

func TestQueues(t *testing.T) {
	r := program(t, "queueing")
	if r.handlers == nil || len(r.handlers.Groups) != len(queues) {
		t.Fatal("not all handlers were found")
	}
	for i, c := range queues {
		found := false
		for _, f := range r.findings["uidcheck"] {
			update := r.handlers.Groups[i].Update.Fn.Syntax()
			found = found || update.Pos() <= f.Pos && f.Pos < update.End()
		}
		if found != c.found {
			t.Errorf("%s: found is %v", c.name, found)
		}
	}
}
