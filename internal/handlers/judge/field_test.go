package judge_test

import (
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/judge"
)

// A controller with its queue in a field, as most are: what varies, by the mark that it
// stands for.
const inField = `package field

import (
	"maps"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

var _ *corev1.Pod

type Controller struct {
	queue  workqueue.Interface
	lister corelisters.PodLister
	kept   map[string]bool
	next   *Controller
	MORE
}

func New(pods, others coreinformers.PodInformer, nodes coreinformers.NodeInformer, given, another informers.SharedInformerFactory, on bool) *Controller {
	c := &Controller{queue: QUEUE, lister: LISTER, kept: map[string]bool{}}
	BEFORE
	REGISTERED.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: HANDLER, DeleteFunc: HANDLER})
	return c
}

func (c *Controller) enqueue(obj any) {
	if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil { TO.Add(key) }
}

func ignore(any) {}

func (c *Controller) run() { for c.step() {} }

func (c *Controller) step() bool {
	key, down := c.queue.Get()
	if down { return false }
	defer c.queue.Done(key)
	if err := c.sync(key.(string)); err != nil { c.queue.Add(key) }
	return true
}

func (c *Controller) sync(key string) error {
	namespace, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil { return nil }
	_, _ = namespace, name
	pod, err := LOOK
	if err != nil { GONE; return nil }
	c.kept[pod.Name] = true
	return nil
}

var (
	_ sync.Mutex
	_ = maps.DeleteFunc[map[string]bool]
)

REST
`

var fieldParts = [][2]string{
	{"MORE", ""}, {"QUEUE", "workqueue.New()"}, {"LISTER", "pods.Lister()"}, {"BEFORE", ""}, {"REGISTERED", "pods.Informer()"}, {"HANDLER", "c.enqueue"}, {"TO", "c.queue"},
	{"LOOK", "c.lister.Pods(namespace).Get(name)"}, {"GONE", ""}, {"REST", ""},
}

var inFields = []struct {
	name     string
	parts    map[string]string
	harmless bool
}{
	{"its own", nil, true},
	{"the lister of its indexer", map[string]string{"LISTER": "corelisters.NewPodLister(pods.Informer().GetIndexer())"}, true},
	{"it hands the key back", map[string]string{"GONE": "c.queue.Add(key)"}, true},
	{"its informer has a variable", map[string]string{"BEFORE": "informer := pods.Informer()", "REGISTERED": "informer"}, true},
	{"a closure enqueues", map[string]string{"BEFORE": "pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { c.enqueue(obj) }})"}, true},
	{"the accessor is in a field", map[string]string{"MORE": "pods coreinformers.PodInformer", "BEFORE": "c.pods = pods", "LOOK": "c.pods.Lister().Pods(namespace).Get(name)"}, true},
	{"another accessor is in the field", map[string]string{"MORE": "pods coreinformers.PodInformer", "BEFORE": "c.pods = others", "LOOK": "c.pods.Lister().Pods(namespace).Get(name)"}, false},
	{"an informer with its handlers", map[string]string{"HANDLER": "ignore", "REST": plain("store, _ := ")}, true},
	{"the store of another one", map[string]string{"HANDLER": "ignore", "REST": plain("store, _ := cache.NewInformer(lw, nil, 0, nil); _, _ = ")}, false},
	{"a literal asserts the key", map[string]string{"HANDLER": "c.put", "MORE": "keys workqueue.Interface", "BEFORE": "c.keys = workqueue.New()", "REST": `func (c *Controller) put(obj any) {
	var key string
	var err error
	if key, err = cache.MetaNamespaceKeyFunc(obj); err != nil { return }
	c.keys.Add(key)
}
func (c *Controller) work() bool {
	obj, down := c.keys.Get()
	if down { return false }
	err := func(obj any) error {
		defer c.keys.Done(obj)
		var key string
		var ok bool
		if key, ok = obj.(string); !ok { return nil }
		if err := c.sync(key); err != nil { c.keys.Add(key); return err }
		return nil
	}(obj)
	return err == nil
}`}, true},
	{"a factory's", map[string]string{"LISTER": "given.Core().V1().Pods().Lister()", "REGISTERED": "given.Core().V1().Pods().Informer()", "BEFORE": "_ = pods"}, true},
	{"handlers of its own informer", map[string]string{"MORE": "informer cache.SharedIndexInformer", "BEFORE": "c.informer = pods.Informer()", "REGISTERED": "c.informer"}, true},
	{"registered later", map[string]string{"MORE": later, "BEFORE": "c.informer = pods.Informer()", "HANDLER": "ignore",
		"REST": `func (c *Controller) setUp() { c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.enqueue}) }`}, true},
	{"registered later, of two constructors", map[string]string{"MORE": later, "BEFORE": "c.informer = pods.Informer()", "HANDLER": "ignore", "LOOK": asks,
		"REST": second + `func (c *Controller) setUp() { c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.enqueue}) }`}, true},
	{"a second constructor", map[string]string{"REST": `func Second(others coreinformers.PodInformer) *Controller {
	c := &Controller{queue: workqueue.New(), lister: others.Lister()}
	others.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil { c.queue.Add(key) } }})
	return c
}`}, true},

	{"registered later, of two that do not agree", map[string]string{"MORE": later, "BEFORE": "c.informer = pods.Informer()", "HANDLER": "ignore",
		"REST": second + `func (c *Controller) setUp() { c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.enqueue}) }`}, false},
	{"registered with the informer of another one", map[string]string{"MORE": later, "BEFORE": "c.informer = pods.Informer()", "HANDLER": "ignore",
		"REST": `func cross(c, d *Controller) { c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: d.enqueue}) }`}, false},
	{"registered with its informer for another one", map[string]string{"MORE": later, "BEFORE": "c.informer = pods.Informer()", "HANDLER": "ignore", "LOOK": asks,
		"REST": second + `func (c *Controller) cross(d *Controller) { c.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: d.enqueue}) }`}, false},
	{"two, and each has the informer of the other", map[string]string{"BEFORE": `d := &Controller{queue: workqueue.New(), lister: others.Lister()}
	pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: d.enqueue})`, "REGISTERED": "others.Informer()"}, false},
	{"the nodes' keys are queued as well", map[string]string{"MORE": later, "BEFORE": "c.informer = pods.Informer()", "REGISTERED": "nodes.Informer()"}, false},
	{"keys of others that are found by it", map[string]string{"HANDLER": "ignore", "BEFORE": "pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.siblings})", "REST": `func (c *Controller) siblings(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok { return }
	all, _ := c.lister.Pods(pod.Namespace).List(nil)
	for _, p := range all { c.enqueue(p) }
}`}, false},
	{"two informers of one kind", map[string]string{"LISTER": "others.Lister()"}, false},
	{"either of two informers", map[string]string{"BEFORE": "if on { c.lister = others.Lister() }"}, false},
	{"two factories", map[string]string{"LISTER": "given.Core().V1().Pods().Lister()", "REGISTERED": "another.Core().V1().Pods().Informer()", "BEFORE": "_ = pods"}, false},
	{"a second constructor crosses them", map[string]string{"REST": `func Second(others, pods coreinformers.PodInformer) *Controller {
	c := &Controller{queue: workqueue.New(), lister: others.Lister()}
	pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.enqueue})
	return c
}`}, false},
	{"a second informer", map[string]string{"HANDLER": "ignore", "BEFORE": "others.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: c.enqueue})"}, false},
	{"of all namespaces", map[string]string{"LOOK": `c.lister.Pods("").Get(name)`}, false},
	{"of another namespace", map[string]string{"LOOK": `c.lister.Pods("copies").Get(name)`}, false},
	{"the namespace of another key", map[string]string{"LOOK": "c.copied(name)", "REST": `func (c *Controller) copied(name string) (*corev1.Pod, error) {
	namespace, _, _ := cache.SplitMetaNamespaceKey("copies/all")
	return c.lister.Pods(namespace).Get(name)
}`}, false},
	{"of another name", map[string]string{"LOOK": `c.lister.Pods(namespace).Get(name + "-copy")`}, false},
	{"the parts are changed about", map[string]string{"LOOK": `c.lister.Pods(name).Get(namespace)`}, false},
	{"the lister of another one", map[string]string{"LOOK": `c.next.lister.Pods(namespace).Get(name)`}, false},
	{"the queue of another one", map[string]string{"TO": "c.next.queue"}, false},
	{"a second taker", map[string]string{"REST": `func (c *Controller) drain() { key, _ := c.queue.Get(); delete(c.kept, key.(string)) }`}, false},
	{"a second taker that is given it", map[string]string{"BEFORE": "go drain(c.queue, c)", "REST": `func drain(q workqueue.Interface, c *Controller) { key, _ := q.Get(); delete(c.kept, key.(string)) }`}, false},
	{"a second taker that has it", map[string]string{"BEFORE": "d := &drainer{queue: c.queue, kept: c.kept}; go d.drain()", "REST": `type drainer struct { queue workqueue.Interface; kept map[string]bool }
func (d *drainer) drain() { key, _ := d.queue.Get(); delete(d.kept, key.(string)) }`}, false},
	{"the queue is given", map[string]string{"QUEUE": "theirs", "REST": "var theirs workqueue.Interface"}, false},
	{"the queue is replaced", map[string]string{"REST": "func (c *Controller) use(q workqueue.Interface) { c.queue = q }"}, false},
	{"anybody may take from it", map[string]string{"REST": "func (c *Controller) Queue() workqueue.Interface { return c.queue }"}, false},
	{"it is done once", map[string]string{"MORE": "once sync.Once", "GONE": "c.once.Do(func() { delete(c.kept, key) })"}, false},
	{"it empties by a function", map[string]string{"GONE": "maps.DeleteFunc(c.kept, func(k string, _ bool) bool { return k == key })"}, false},
	{"it only locks", map[string]string{"MORE": "lock sync.Mutex", "GONE": "c.lock.Lock(); c.lock.Unlock()"}, true},
	{"it cleans up", map[string]string{"GONE": "delete(c.kept, key)"}, false},
	{"it hands the key to another one", map[string]string{"GONE": "c.next.queue.Add(key)"}, false},
}

// plain is a controller of an informer that is made with its handlers.
func plain(made string) string {
	return `type Plain struct { queue workqueue.Interface; store cache.Store; kept map[any]bool }

func NewPlain(lw cache.ListerWatcher) *Plain {
	queue := workqueue.New()
	` + made + `cache.NewInformer(lw, &corev1.Pod{}, 0, cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if key, err := cache.MetaNamespaceKeyFunc(obj); err == nil { queue.Add(key) }
	}})
	return &Plain{queue: queue, store: store}
}

func (p *Plain) step() bool {
	key, _ := p.queue.Get()
	obj, there, err := p.store.GetByKey(key.(string))
	if err != nil || !there { return true }
	p.kept[obj] = true
	return true
}`
}

const (
	later = "informer cache.SharedIndexInformer"
	asks  = "pod(c.informer.GetIndexer().GetByKey(key))"
	// second is a constructor that gives the informer and the lister of different ones.
	second = `
func Second(others, more coreinformers.PodInformer) *Controller {
	return &Controller{queue: workqueue.New(), lister: others.Lister(), informer: more.Informer()}
}

func pod(obj any, there bool, err error) (*corev1.Pod, error) {
	if err != nil { return nil, err }
	if !there { return nil, missed{} }
	return obj.(*corev1.Pod), nil
}

type missed struct{}

func (missed) Error() string { return "missed" }

`
)

// What a worker of a queue in a field looks up has to be of the informer that the handlers
// are registered with, and nobody else may take from the queue.
func TestInField(t *testing.T) {
	for _, test := range inFields {
		t.Run(test.name, func(t *testing.T) {
			text := inField
			for _, part := range fieldParts {
				with, ok := test.parts[part[0]]
				if !ok {
					with = part[1]
				}
				text = strings.ReplaceAll(text, part[0], with)
			}
			p := again(t, "field", text)
			notes, found := 0, 0
			for _, g := range p.Groups {
				for _, tomb := range judge.Tombs(p, g) {
					if found++; tomb.Harmless != "" {
						notes++
					}
				}
			}
			if want := map[bool]int{true: found}[test.harmless]; found == 0 || notes != want {
				t.Errorf("%d notes of %d", notes, found)
			}
		})
	}
}
