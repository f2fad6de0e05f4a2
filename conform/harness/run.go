// Package harness runs environment scripts (reference/script) against real
// client-go, whichever version the importing module has chosen: it is compiled
// against five of them and keeps to what they have in common. What differs is
// in a [Client].
package harness

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kruntime "k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"

	"github.com/informerlint/informerlint/reference/script"
)

// A Client is what the versions of client-go do not have in common.
type Client struct {
	Version string // "v0.37.2", as in the go.mod
	Minor   int

	// NoResync is the period that stands for "never". It is 0 where that works.
	// Up to some version a reflector without resync selects on a channel of the
	// package, which belongs to no bubble: virtual time would never pass.
	NoResync time.Duration

	// AddHandler is AddEventHandler, or AddEventHandlerWithResyncPeriod if a
	// period is given.
	AddHandler func(inf cache.SharedIndexInformer, h Sink, period *time.Duration) (Registration, error)

	// Streamed reports whether a watch is to begin with a list; nil in versions
	// that never ask for that.
	Streamed func(metav1.ListOptions) bool
}

// A Sink is a handler. It has the methods of the newest
// cache.ResourceEventHandler; where OnAdd is told less, the flag is false.
type Sink interface {
	OnAdd(obj any, isInInitialList bool)
	OnUpdate(oldObj, newObj any)
	OnDelete(obj any)
}

// A Registration is what AddEventHandler returns, as far as there is such a
// thing.
type Registration struct {
	HasSynced func() bool  // client-go 0.27
	Remove    func() error // client-go 0.26
}

// Virtual time: a settling is far longer than all backoff together and far
// shorter than a tick.
const (
	settling = 5 * time.Minute
	tick     = 24 * time.Hour
)

// Quiet keeps client-go from writing logs, and from sleeping: its error
// handlers limit their rate by the real clock, which in a bubble never comes.
func Quiet() {
	utilruntime.ErrorHandlers = nil
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
}

// Run runs a script in a bubble of its own and returns what was seen. The seed
// decides where the harness hesitates, but the scheduler of Go has a say, too:
// where a script races, the same seed may show another trace the next time.
func Run(t *testing.T, c Client, s script.Script, seed uint64) script.Trace {
	trace, _ := runCounted(t, c, s, seed)
	return trace
}

// runCounted is Run and says how many lists of pods there were.
func runCounted(t *testing.T, c Client, s script.Script, seed uint64) (trace script.Trace, lists int) {
	synctest.Test(t, func(t *testing.T) {
		r := newRun(t, c, s, seed)
		defer r.cleanUp()
		for _, step := range s.Steps {
			r.do(step)
			r.gap()
		}
		r.do(script.Settle())
		trace = r.snapshot()
		lists = r.server.lists[script.Pod]
	})
	return trace, lists
}

// A run is one script under way.
type run struct {
	t      *testing.T
	client Client
	script script.Script
	pace   *pace
	server *server

	hurried bool // handlers take no virtual time

	factory   informers.SharedInformerFactory
	informers map[string]cache.SharedIndexInformer // by kind
	stops     map[string]chan struct{}
	closed    map[string]bool
	regs      map[string]Registration // by handler
	kindOf    map[string]string       // of a handler

	mu      sync.Mutex
	trace   script.Trace
	holds   map[string]chan struct{} // closed by Release
	refused map[string]int           // by kind and key: how often the transform refuses it
	frozen  bool                     // no more recording
}

func newRun(t *testing.T, c Client, s script.Script, seed uint64) *run {
	p := newPace(seed)
	r := &run{
		t:         t,
		client:    c,
		script:    s,
		pace:      p,
		server:    newServer(p, s.Objs),
		informers: map[string]cache.SharedIndexInformer{},
		stops:     map[string]chan struct{}{},
		closed:    map[string]bool{},
		regs:      map[string]Registration{},
		kindOf:    map[string]string{},
		holds:     map[string]chan struct{}{},
		refused:   map[string]int{},
	}
	r.hurried = removesAfterStop(s)
	r.server.streamed = c.Streamed
	r.server.answer = seed%2 == 0 && !s.Listed
	r.server.goneErr = seed%4 >= 2
	period := c.NoResync
	if s.Resync > 0 {
		period = time.Duration(s.Resync) * tick
	}
	// No client: every informer of the factory lists and watches our server.
	r.factory = informers.NewSharedInformerFactory(nil, period)
	return r
}

// gap is what lies between two steps that do not wait for each other: nothing,
// a little time for others, or all that they need to come to rest; and in a
// race, even time for their timers, or for some of them.
func (r *run) gap() {
	switch n := r.pace.intn(20); {
	case n >= 18 && r.script.Race:
		time.Sleep(time.Duration(r.pace.intn(3000)) * time.Millisecond)
	case n >= 16 && r.script.Race:
		r.do(script.Settle())
	case n >= 12:
		synctest.Wait()
	case n >= 4:
		for range n {
			runtime.Gosched()
		}
	}
}

func (r *run) do(step script.Step) {
	switch step.Op {
	case script.OpCreate, script.OpModify, script.OpDelete, script.OpInject:
		r.server.write(step)
	case script.OpDrop:
		r.server.end(step.Kind, nil)
	case script.OpShort:
		r.server.endNext(step.Kind)
		r.server.end(step.Kind, nil)
	case script.OpFail:
		r.server.end(step.Kind, unavailable())
	case script.OpCompact:
		r.server.compact()
	case script.OpDown:
		r.server.setDown(true)
	case script.OpUp:
		r.server.setDown(false)

	case script.OpRefuse:
		r.refuse(step)

	case script.OpRegister:
		r.register(step.Kind)
	case script.OpHandler:
		r.addHandler(step)
	case script.OpRemove:
		if err := r.regs[step.Name].Remove(); err != nil {
			r.t.Errorf("%s: removing %s: %v", r.script.Name, step.Name, err)
		}
	case script.OpStart:
		r.factory.Start(r.stop(step.Name))
	case script.OpGoStart:
		stop := r.stop(step.Name)
		go func() {
			r.pace.stumble()
			r.factory.Start(stop) // the race that this step is about
		}()
	case script.OpWait:
		synced := map[string]bool{}
		for typ, ok := range r.factory.WaitForCacheSync(r.stop(step.Name)) {
			synced[map[string]string{"Pod": script.Pod, "Node": script.Node}[typ.Elem().Name()]] = ok
		}
		r.say(script.WaitText(synced))
	case script.OpStop:
		r.close(step.Name)
	case script.OpShutdown:
		r.factory.(interface{ Shutdown() }).Shutdown()
	case script.OpProbe:
		r.say(r.condition(step.Kind).Text(r.client.Minor))
	case script.OpHold:
		r.mu.Lock()
		r.holds[step.Name] = make(chan struct{})
		r.mu.Unlock()
	case script.OpRelease:
		r.release(step.Name)

	case script.OpSettle:
		time.Sleep(settling)
		synctest.Wait()
	case script.OpTick:
		// A little more than a period, so that no timer is due at the very
		// instant at which the next step happens.
		time.Sleep(tick + settling)
		synctest.Wait()
	default:
		panic(fmt.Sprintf("no such step: %v", step))
	}
}

func (r *run) register(kind string) cache.SharedIndexInformer {
	var sample kruntime.Object = &corev1.Pod{}
	if kind == script.Node {
		sample = &corev1.Node{}
	}
	inf := r.factory.InformerFor(sample, func(_ kubernetes.Interface, period time.Duration) cache.SharedIndexInformer {
		return cache.NewSharedIndexInformer(listerWatcher{r.server, kind}, sample, period, cache.Indexers{})
	})
	if r.informers[kind] == nil && r.script.Transforms() {
		r.transform(inf)
	}
	r.informers[kind] = inf
	return inf
}

func (r *run) addHandler(step script.Step) {
	inf := r.register(step.Kind)
	var period *time.Duration
	if step.Resync != script.Default {
		p := time.Duration(step.Resync) * tick
		period = &p
	}
	reg, err := r.client.AddHandler(inf, r.sink(step.Name), period)
	if err != nil {
		r.say(script.RefusedText(step.Name))
		return
	}
	r.regs[step.Name] = reg
	r.kindOf[step.Name] = step.Kind
	r.mu.Lock()
	defer r.mu.Unlock()
	r.trace.Joined(step.Name)
}

func (r *run) stop(name string) chan struct{} {
	if r.stops[name] == nil {
		r.stops[name] = make(chan struct{})
	}
	return r.stops[name]
}

func (r *run) close(name string) {
	if !r.closed[name] {
		close(r.stop(name))
		r.closed[name] = true
	}
}

func (r *run) release(handler string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if hold := r.holds[handler]; hold != nil {
		close(hold)
		delete(r.holds, handler)
	}
}

func (r *run) condition(kind string) script.Condition {
	c := script.Condition{Kind: kind}
	inf := r.informers[kind]
	if inf == nil {
		return c
	}
	c.Registered = true
	c.Synced = inf.HasSynced()
	if s, ok := inf.(interface{ IsStopped() bool }); ok {
		c.Stopped = s.IsStopped()
	}
	for _, obj := range inf.GetStore().List() {
		c.Store = append(c.Store, stateOf(obj))
	}
	c.Handlers = map[string]bool{}
	for h, reg := range r.regs {
		if r.kindOf[h] == kind && reg.HasSynced != nil {
			c.Handlers[h] = reg.HasSynced()
		}
	}
	return c
}

func (r *run) say(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.trace.Said(text)
}

// called records an event and blocks while the handler is on hold.
func (r *run) called(handler string, e script.Event) {
	r.mu.Lock()
	if !r.frozen {
		r.trace.Called(handler, e)
	}
	hold := r.holds[handler]
	r.mu.Unlock()
	if hold != nil {
		<-hold
	}
	if r.hurried {
		r.pace.yield()
	} else {
		r.pace.stumble()
	}
}

// removesAfterStop reports whether a script removes a handler after a stop. The
// removal may then wait, at a mutex, for the handler calls in progress. Waiting
// at a mutex is nothing that virtual time passes for, so these must take none.
func removesAfterStop(s script.Script) bool {
	stop := slices.IndexFunc(s.Steps, func(s script.Step) bool { return s.Op == script.OpStop })
	return stop >= 0 && slices.ContainsFunc(s.Steps[stop:], func(s script.Step) bool { return s.Op == script.OpRemove })
}

func (r *run) snapshot() script.Trace {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.frozen = true
	return r.trace
}

// cleanUp ends everything, or the bubble would never burst.
func (r *run) cleanUp() {
	r.mu.Lock()
	r.frozen = true
	var held []string
	for h := range r.holds {
		held = append(held, h)
	}
	r.mu.Unlock()
	for _, h := range held {
		r.release(h)
	}
	r.server.setDown(false)
	for name := range r.stops {
		r.close(name)
	}
	// Once this goroutine is gone, virtual time stands still for the others.
	time.Sleep(settling)
}

// sink returns a handler that records what it is told.
func (r *run) sink(name string) *script.Sink {
	return &script.Sink{Told: func(e script.Event) { r.called(name, e) }, Read: read}
}

func read(obj any) (state script.State, tombstone bool) {
	if tomb, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		state := stateOf(tomb.Obj)
		if state.Key == "" {
			state.Key = tomb.Key // the object was not to be had
		}
		return state, true
	}
	return stateOf(obj), false
}
