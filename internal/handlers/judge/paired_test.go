package judge_test

import (
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/judge"
)

// Two constructors of one structure: that of the pods varies, that of the nodes is right.
const twoOfOne = `package paired

import (
	corev1 "k8s.io/api/core/v1"
	coreinformers "k8s.io/client-go/informers/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type Controller struct {
	name     string
	queue    workqueue.Interface
	informer cache.SharedIndexInformer
	kept     map[string]bool
	clean    func(string)
	other    *Controller
}

func take(workqueue.Interface)         {}
func give(q *workqueue.Interface)      { *q = theirs }

var (
	theirs workqueue.Interface
	ended  map[string]chan bool
	listed corelisters.PodLister
	beside corelisters.NodeLister
	_      *corev1.Pod
)

func NewPods(pods coreinformers.PodInformer, others coreinformers.PodInformer, on bool) *Controller {
	queue := QUEUE
	informer := pods.Informer()
	BEFORE
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil { queue.Add(key) }
		},
		DeleteFunc: func(obj any) { DELETE },
	})
	LITERAL
}

func NewNodes(nodes coreinformers.NodeInformer) *Controller {
	queue := workqueue.New()
	informer := nodes.Informer()
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil { queue.Add(key) }
		},
		DeleteFunc: func(obj any) {
			if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil { queue.Add(key) }
		},
	})
	return &Controller{name: "nodes", queue: queue, informer: informer, kept: map[string]bool{}, clean: NODES}
}

NEXT
`

// What the parts are where nothing is said of them.
var pairedParts = map[string]string{
	"QUEUE":   `workqueue.New()`,
	"BEFORE":  ``,
	"DELETE":  `if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil { queue.Add(key) }`,
	"LITERAL": `return &Controller{queue: queue, informer: informer, kept: map[string]bool{}, clean: func(string) {}}`,
	"NODES":   `func(string) {}`,
	"NEXT": `func (c *Controller) next() bool {
	key, down := c.queue.Get()
	if down { return false }
	defer c.queue.Done(key)
	_ = c.sync(key.(string))
	return true
}
SYNC`,
	"SYNC": `func (c *Controller) sync(key string) error {
	LOOK
	if err != nil { return err }
	if !there { GONE; return nil }
	c.kept[key] = obj != nil
	return nil
}`,
	"LOOK": `obj, there, err := c.informer.GetIndexer().GetByKey(key)`,
	"GONE": ``,
}

var pairs = []struct {
	name     string
	parts    map[string]string
	harmless bool
}{
	{"a captured queue", nil, true},
	{"field by field", map[string]string{"LITERAL": `c := &Controller{}; c.queue = queue; c.informer = informer; return c`}, true},
	{"the literal is before", map[string]string{"BEFORE": `c := &Controller{queue: queue, informer: informer, kept: map[string]bool{}}`, "LITERAL": `return c`}, true},
	{"the field of a captured structure", map[string]string{"BEFORE": `c := &Controller{queue: queue, informer: informer, kept: map[string]bool{}}`,
		"DELETE": `if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil { c.queue.Add(key) }`, "LITERAL": `return c`}, true},
	{"a method of a captured structure", map[string]string{"BEFORE": `c := &Controller{queue: queue, informer: informer, kept: map[string]bool{}}`, "LITERAL": `return c`, "DELETE": `c.enqueue(obj)`,
		"NEXT": `func (c *Controller) enqueue(obj any) { if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil { c.queue.Add(key) } }
func (c *Controller) next() bool { key, _ := c.queue.Get(); return c.sync(key.(string)) == nil }
SYNC`}, true},
	{"a method of another structure", map[string]string{"BEFORE": `o := &Controller{queue: workqueue.New(), informer: others.Informer()}`, "DELETE": `o.enqueue(obj)`,
		"NEXT": `func (c *Controller) enqueue(obj any) { if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil { c.queue.Add(key) } }
func (c *Controller) next() bool { key, _ := c.queue.Get(); return c.sync(key.(string)) == nil }
SYNC`}, false},
	{"of two informers of one structure", map[string]string{"BEFORE": `c := &Controller{queue: queue, informer: informer, kept: map[string]bool{}}
	others.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil { c.queue.Add(key) } }})`, "LITERAL": `return c`, "DELETE": ``}, false},
	{"a literal in between", map[string]string{"BEFORE": `add := func(obj any) { if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil { queue.Add(key) } }`, "DELETE": `add(obj)`}, true},
	{"an assertion", map[string]string{"DELETE": `pod, ok := obj.(*corev1.Pod); if !ok { return }; if key, err := cache.MetaNamespaceKeyFunc(pod); err == nil { queue.Add(key) }`}, true},
	{"its store", map[string]string{"LOOK": `obj, there, err := c.informer.GetStore().GetByKey(key)`}, true},
	{"a variable of the worker", map[string]string{"LOOK": `informer := c.informer; obj, there, err := informer.GetIndexer().GetByKey(key)`}, true},
	{"a literal of the worker", map[string]string{"NEXT": `func (c *Controller) next() bool {
	key, down := c.queue.Get()
	if down { return false }
	_ = func() error { defer c.queue.Done(key); return c.sync(key.(string)) }()
	return true
}
SYNC`}, true},

	{"it closes what somebody waits for", map[string]string{"GONE": `close(ended[key])`}, false},
	{"something of another kind has the name", map[string]string{"GONE": `if n, err := beside.Get(key); err == nil { c.kept[n.Name] = true }`}, false},
	{"something elsewhere has the name", map[string]string{"GONE": `if p, err := listed.Pods("copies").Get(key); err == nil { c.kept[p.Name] = true }`}, false},
	{"of the kind, and of which informer is not known", map[string]string{"LOOK": `obj, err := listed.Pods("").Get(key); there := err == nil`}, false},
	{"it cleans up", map[string]string{"GONE": `delete(c.kept, key)`}, false},
	{"it cleans up for one of them", map[string]string{"GONE": `if c.name == "" { delete(c.kept, key) }`}, false},
	{"it calls a function of the literal", map[string]string{"GONE": `c.clean(key)`, "LITERAL": `c := &Controller{queue: queue, informer: informer, kept: map[string]bool{}}; c.clean = func(key string) { delete(c.kept, key) }; return c`}, false},
	{"another function of the literal", map[string]string{"GONE": `c.clean(key)`, "NODES": `func(key string) { theirs.Add(key) }`}, false},
	{"another informer", map[string]string{"LITERAL": `return &Controller{queue: queue, informer: others.Informer()}`}, false},
	{"another informer at times", map[string]string{"LITERAL": `c := &Controller{queue: queue, informer: informer}; if on { c.informer = others.Informer() }; return c`}, false},
	{"one of two informers", map[string]string{"BEFORE": `use := informer; if on { use = others.Informer() }`, "LITERAL": `return &Controller{queue: queue, informer: use}`}, false},
	{"no informer", map[string]string{"LITERAL": `return &Controller{queue: queue}`}, false},
	{"the informer is set later", map[string]string{"SYNC": `func (c *Controller) use(i cache.SharedIndexInformer) { c.informer = i }
func (c *Controller) sync(key string) error {
	obj, there, err := c.informer.GetIndexer().GetByKey(key)
	if err != nil { return err }
	if !there { return nil }
	c.kept[key] = obj != nil
	return nil
}`}, false},
	{"the queue is set later", map[string]string{"GONE": `c.queue = theirs`}, false},
	{"another queue in the field", map[string]string{"LITERAL": `return &Controller{queue: workqueue.New(), informer: informer}`}, false},
	{"another queue at times", map[string]string{"LITERAL": `c := &Controller{queue: queue, informer: informer}; if on { c.queue = theirs }; return c`}, false},
	{"assigned again", map[string]string{"BEFORE": `if on { queue = theirs }`}, false},
	{"a new one at times", map[string]string{"BEFORE": `if on { queue = workqueue.New() }`}, false},
	{"assigned in the handler", map[string]string{"DELETE": `if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil { queue = theirs; queue.Add(key) }`}, false},
	{"assigned through its address", map[string]string{"BEFORE": `give(&queue)`}, false},
	{"a queue that others have", map[string]string{"QUEUE": `theirs`}, false},
	{"a queue that others get", map[string]string{"QUEUE": `func() workqueue.Interface { theirs = workqueue.New(); return theirs }()`}, false},
	{"a queue that others get besides", map[string]string{"QUEUE": `workqueue.New(); made := queue; take(made)`}, false},
	{"an informer of anybody", map[string]string{"LITERAL": `return &Controller{queue: queue, informer: informers[0]}`, "SYNC": `var informers []cache.SharedIndexInformer
func (c *Controller) sync(key string) error {
	obj, there, err := c.informer.GetIndexer().GetByKey(key)
	if err != nil { return err }
	if !there { return nil }
	c.kept[key] = obj != nil
	return nil
}`}, false},
	{"a worker in the constructor", map[string]string{"BEFORE": `kept := map[any]bool{}; go func() { key, _ := queue.Get(); delete(kept, key) }()`}, false},
	{"handed on", map[string]string{"BEFORE": `take(queue)`}, false},
	{"handed on in a literal", map[string]string{"BEFORE": `func() { take(queue) }()`}, false},
	{"kept elsewhere, too", map[string]string{"BEFORE": `theirs = queue`}, false},
	{"in two structures", map[string]string{"BEFORE": `o := &Controller{queue: queue, informer: others.Informer()}`, "LITERAL": `return &Controller{queue: queue, informer: informer, other: o}`}, false},
	{"a copy of the structure", map[string]string{"LITERAL": `c := &Controller{queue: queue, informer: informer}; d := *c; d.informer = others.Informer(); return &d`}, false},
	{"the field is handed on", map[string]string{"GONE": `take(c.queue)`}, false},
	{"taken from at two places", map[string]string{"SYNC": `func (c *Controller) drain() { key, _ := c.queue.Get(); delete(c.kept, key.(string)) }
func (c *Controller) sync(key string) error {
	obj, there, err := c.informer.GetIndexer().GetByKey(key)
	if err != nil { return err }
	if !there { return nil }
	c.kept[key] = obj != nil
	return nil
}`}, false},
	{"a new one in each round", map[string]string{"BEFORE": `o := others.Informer()
	c := &Controller{informer: o}
	for range 2 {
		queue := workqueue.New()
		o.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
			if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil { queue.Add(key) }
		}})
		c.queue = queue
	}`, "LITERAL": `return c`, "DELETE": ``}, false},
	{"the field is filled before", map[string]string{"BEFORE": `var q workqueue.Interface; c := &Controller{queue: q, informer: informer}; q = workqueue.New()`,
		"DELETE": `if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil { q.Add(key) }`, "LITERAL": `return c`}, false},
	{"in a loop", map[string]string{"BEFORE": `var c *Controller; for range 2 { c = &Controller{queue: queue, informer: informer} }`, "LITERAL": `return c`}, false},
	{"the informer of another one", map[string]string{"LOOK": `obj, there, err := c.other.informer.GetIndexer().GetByKey(key)`}, false},
	{"another one's method", map[string]string{"NEXT": `func (c *Controller) next() bool {
	key, down := c.queue.Get()
	if down { return false }
	_ = c.other.sync(key.(string))
	return true
}
SYNC`}, false},
	{"another one's queue", map[string]string{"NEXT": `func (c *Controller) next() bool {
	key, down := c.other.queue.Get()
	if down { return false }
	_ = c.sync(key.(string))
	return true
}
SYNC`}, false},
	{"it hands the key to another one", map[string]string{"GONE": `c.other.queue.Add(key)`}, false},
	{"it hands the key to either", map[string]string{"GONE": `c.queue.Add(key); c.other.queue.Add(key)`}, false},
	{"it hands the key to another one, by a method", map[string]string{"GONE": `c.again(key); c.other.again(key)`, "NEXT": `func (c *Controller) again(key string) { c.queue.Add(key) }
func (c *Controller) next() bool { key, _ := c.queue.Get(); return c.sync(key.(string)) == nil }
SYNC`}, false},
	{"its own method", map[string]string{"GONE": `c.again(key)`, "NEXT": `func (c *Controller) again(key string) { c.queue.Add(key) }
func (c *Controller) next() bool { key, _ := c.queue.Get(); return c.sync(key.(string)) == nil }
SYNC`}, true},
	{"another object's key", map[string]string{"LOOK": `obj, there, err := c.informer.GetIndexer().GetByKey("a" + key)`}, false},
	{"the key of something else is added", map[string]string{"DELETE": `if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil { queue.Add("a" + key) }`}, false},
	{"and that of something else", map[string]string{"DELETE": `if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil { queue.Add(key); queue.Add("all") }`}, false},
	{"handlers of two informers", map[string]string{"LITERAL": `h := cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil { queue.Add(key) }
	}}; informer.AddEventHandler(h); others.Informer().AddEventHandler(h); return &Controller{queue: queue, informer: informer}`, "DELETE": ``}, false},
	{"it asks two", map[string]string{"LOOK": `obj, there, err := c.informer.GetIndexer().GetByKey(key); if !there { _, there, err = c.other.informer.GetIndexer().GetByKey(key) }`}, false},
	{"another key", map[string]string{"DELETE": `if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil { queue.Add("all"); _ = key }`}, false},
	{"taken from under another type", map[string]string{"LITERAL": `c := &Controller{queue: queue, informer: informer, kept: map[string]bool{}}; go (*alike)(c).drain(); return c`,
		"NEXT": `type alike struct { name string; queue workqueue.Interface; informer cache.SharedIndexInformer; kept map[string]bool; clean func(string); other *Controller }
func (a *alike) drain() { key, _ := a.queue.Get(); delete(a.kept, key.(string)) }
func (c *Controller) next() bool { key, _ := c.queue.Get(); return c.sync(key.(string)) == nil }
SYNC`}, false},
	{"handed on from a copy", map[string]string{"NEXT": `func value() Controller { return Controller{} }
func leak() { take(value().queue) }
func (c *Controller) next() bool { key, _ := c.queue.Get(); return c.sync(key.(string)) == nil }
SYNC`}, false},
	{"another conversion", map[string]string{"LITERAL": `return (*Controller)(&alike{queue: queue, informer: informer})`,
		"NEXT": `type alike struct { name string; queue workqueue.Interface; informer cache.SharedIndexInformer; kept map[string]bool; clean func(string); other *Controller }
func (c *Controller) next() bool { key, _ := c.queue.Get(); return c.sync(key.(string)) == nil }
SYNC`}, false},
}

// The worker asks the informer that the literal with the handlers' queue has: it does
// nothing for what is gone, if that is so for all that it may do.
func TestPaired(t *testing.T) {
	for _, test := range pairs {
		t.Run(test.name, func(t *testing.T) {
			text := twoOfOne
			for _, part := range []string{"QUEUE", "BEFORE", "DELETE", "LITERAL", "NODES", "NEXT", "SYNC", "LOOK", "GONE"} {
				with, ok := test.parts[part]
				if !ok {
					with = pairedParts[part]
				}
				text = strings.ReplaceAll(text, part, with)
			}
			p := again(t, "paired", text)
			found := 0
			for _, g := range p.Groups {
				for _, tomb := range judge.Tombs(p, g) {
					found++
					if got := tomb.Harmless != ""; got != test.harmless {
						t.Errorf("harmless: %t", got)
					}
				}
			}
			if found != 1 && test.name != "another key" {
				t.Errorf("%d reports", found)
			}
		})
	}
}
