package judge_test

import (
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/judge"
)

const (
	// constructor makes a controller of pods on the base.
	constructor = `
type pods struct{ *base; lister corelisters.PodLister; kept map[string]string }

func newPods(informer coreinformers.PodInformer, on bool) *pods {
	p := &pods{base: &base{queue: make(chan string, 1)}, lister: informer.Lister()}
	STORE
	informer.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.enqueue, DeleteFunc: p.enqueue})
	return p
}

func (p *pods) sync(key string) error {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil { return nil }
	pod, err := p.lister.Pods(namespace).Get(name)
	if err != nil { GONE; return nil }
	p.kept[key] = pod.Name
	return nil
}
`
	// another one, of nodes.
	another = `
type nodes struct{ *base; informed coreinformers.NodeInformer; lister corelisters.NodeLister; kept map[string]string }

func newNodes(informer coreinformers.NodeInformer) *nodes {
	n := &nodes{base: &base{queue: make(chan string, 1)}, lister: informer.Lister()}
	n.syncFn = n.sync
	informer.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: n.enqueue, DeleteFunc: n.enqueue})
	return n
}

func (n *nodes) sync(key string) error {
	node, err := n.lister.Get(key)
	if err != nil { return nil }
	n.kept[key] = node.Name
	return nil
}
`
)

// Workers behind a field that holds a function, and whether a lost key does no harm.
var behindFields = []struct {
	name, store, gone, more string
	harmless                bool
}{
	{"stored once", "p.syncFn = p.sync", "", "", true},
	{"in a literal", "p.base = &base{queue: make(chan string, 1), syncFn: p.sync}", "", "", true},
	{"a literal function", "p.syncFn = func(key string) error { return p.sync(key) }", "", "", true},
	{"a function of the receiver", "p.syncFn = func(key string) error { return (*pods).sync(p, key) }", "", "", true},
	{"nil before", "p.syncFn = nil; p.syncFn = p.sync", "", "", true},
	{"the same twice", "p.syncFn = p.sync; if on { p.syncFn = p.sync }", "", "", true},
	{"either of two", "p.syncFn = p.sync; if on { p.syncFn = func(string) error { return nil } }", "", "", true},
	{"several controllers of pods", "p.syncFn = p.sync", "", strings.NewReplacer("STORE", "p.syncFn = p.sync", "GONE", "", "pods", "others", "newPods", "newOthers").Replace(constructor), false}, // of which of them the base is, is not known
	{"the queue of another base", "p.base = &base{queue: p.queue, syncFn: p.sync}", "", "", false},
	{"it panics for what is gone", "p.syncFn = p.sync", "panic(key)", "", false},
	{"it closes what somebody waits for", "p.syncFn = p.sync", "close(ended)", "var ended chan string", false},
	{"something of another kind has the name", "p.syncFn = p.sync", "if n, err := beside.Get(key); err == nil { other <- n.Name }", "var beside corelisters.NodeLister", false},
	{"it cleans up", "p.syncFn = p.sync", "delete(p.kept, key)", "", false},
	{"it calls what is not known", "p.syncFn = p.sync", "cleanup(key)", "", false},
	{"it requeues elsewhere", "p.syncFn = p.sync", "other <- key", "", false},
	{"one of two cleans up", "p.syncFn = p.sync; if on { p.syncFn = func(key string) error { delete(p.kept, key); return nil } }", "", "", false},
	{"another controller of pods cleans up", "p.syncFn = p.sync", "", strings.NewReplacer("STORE", "p.syncFn = p.sync", "GONE", "delete(p.kept, key)", "pods", "others", "newPods", "newOthers").Replace(constructor), false},
	{"another looks up something else", "p.syncFn = p.sync", "", another, false},
	{"not known", "p.syncFn = cleanup", "", "", false},
	{"a parameter", "p.set(cleanup)", "", "func (b *base) set(f func(string) error) { b.syncFn = f }", false},
	{"also something that is not known", "p.syncFn = p.sync; if on { p.syncFn = cleanup }", "", "", false},
	{"wrapped in place", "p.syncFn = p.sync; p.syncFn = wrap(p.syncFn)", "", "func wrap(f func(string) error) func(string) error { return func(key string) error { cleanup(key); return f(key) } }", false},
	{"its address is given away", "p.syncFn = p.sync; replace(&p.syncFn)", "", "func replace(f *func(string) error) { *f = cleanup }", false},
	{"converted", "p.syncFn = p.sync; p.base = (*base)(&alike{queue: p.queue, syncFn: cleanup})", "", "type alike struct { queue chan string; syncFn, forgetFn func(string) error; with func(*pods, string) error }", false},
	{"never stored", "", "", "", false},
	{"a variable of the constructor", "last := \"\"; p.syncFn = func(key string) error { last = key; return p.sync(key) }; println(last)", "", "", false},
	{"a map of the constructor", "seen := map[string]bool{}; p.syncFn = func(key string) error { delete(seen, key); return p.sync(key) }", "", "", false},
	{"a channel of the constructor", "done := make(chan string); p.syncFn = func(key string) error { err := p.sync(key); done <- key; return err }", "", "", false},
	{"a package variable", "p.syncFn = func(key string) error { last = key; return p.sync(key) }", "", "var last string", false},
	{"deferred", "p.syncFn = p.sync", "defer p.forget(key)", "func (p *pods) forget(key string) { delete(p.kept, key) }", false},
	{"in a goroutine", "p.syncFn = p.sync", "go p.forget(key)", "func (p *pods) forget(key string) { delete(p.kept, key) }", false},
	{"through another field that is not known", "p.syncFn = p.sync", "p.forget(key)", "func (b *base) forget(key string) { b.forgetFn(key) }", false},
	{"through another field that cleans up", "p.syncFn = p.sync; p.forgetFn = func(key string) error { delete(p.kept, key); return nil }", "_ = p.forgetFn(key)", "", false},
	{"through another field that does nothing", "p.syncFn = p.sync; p.forgetFn = func(key string) error { return nil }", "_ = p.forgetFn(key)", "", true},
	{"a setter that somebody may call", "p.syncFn = p.sync", "", "func (b *base) SetSync(f func(string) error) { b.syncFn = f }", false},
	{"set on a copy", "p.syncFn = p.sync; c := *p.base; c.syncFn = cleanup; p.base = &c", "", "", false},
	{"from a table", "p.syncFn = table[0]", "", "var table = []func(string) error{cleanup}", false},
	{"a choice", "f := p.sync; if on { f = cleanup }; p.syncFn = f", "", "", false},
	{"a result", "p.syncFn = made(p)", "", "func made(p *pods) func(string) error { return p.sync }", false},
	{"of an interface", "var s syncer = p; p.syncFn = s.sync", "", "type syncer interface { sync(string) error }", false},
	{"itself, by a method expression", "p.syncFn = p.sync; p.with = (*pods).sync", "_ = p.with(p, key)", "", false},
}

// What takes the keys out calls a field of the base: it does nothing for an object that
// is gone if none of what is put there does.
func TestBehindFields(t *testing.T) {
	const base = `package fields

import (
	coreinformers "k8s.io/client-go/informers/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

var (
	cleanup func(string) error
	other   chan string
)

type base struct {
	queue  chan string
	syncFn, forgetFn func(string) error
	with   func(*pods, string) error
}

func (b *base) enqueue(obj any) {
	key, err := cache.MetaNamespaceKeyFunc(obj)
	if err != nil { return }
	b.queue <- key
}

func (b *base) next() { for { if b.syncFn == nil { panic("not set") }; key := <-b.queue; _ = b.syncFn(key) } }
`
	for _, test := range behindFields {
		t.Run(test.name, func(t *testing.T) {
			text := base + strings.NewReplacer("STORE", test.store, "GONE", test.gone).Replace(constructor) + test.more
			p := again(t, "fields", text)
			for _, g := range p.Groups {
				tombs := judge.Tombs(p, g)
				if len(tombs) != 1 || tombs[0].Kind != judge.KeyFunc {
					t.Fatalf("%d reports", len(tombs))
				}
				if got := tombs[0].Harmless != ""; got != test.harmless {
					t.Errorf("harmless: %t", got)
				}
			}
		})
	}
}
