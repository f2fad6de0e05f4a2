package model

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/factory"
	"github.com/informerlint/informerlint/reference/sched"
	"github.com/informerlint/informerlint/reference/script"
)

// Allowed returns the traces that the runtime allows for a script under a
// profile, each as the canonical text of script.Trace, with the number of
// execution classes that show it, and how the search went. If the search was
// not complete, the set says nothing.
//
// Where a client may stream its first list and the script does not forbid it,
// the server may or may not be able to: the set has the traces of both.
func Allowed(s script.Script, p cache.Profile, o explore.Options) (map[string]int, *explore.Result) {
	p.StreamsList = p.StreamsList && !s.Listed
	res := explore.Run(o, Program(s, p))
	set := res.Outcomes
	if p.StreamsList {
		p.StreamsList = false
		more := explore.Run(o, Program(s, p))
		for text, n := range more.Outcomes {
			set[text] += n
		}
		res = merge(res, more)
	}
	return set, res
}

// Shows looks for an execution of a script that shows a trace, given as its text,
// and stops when it has one: that is all that conformance asks of a trace, and
// takes less than a complete search where a script allows many. If it has found
// none, that counts only if the search was complete.
func Shows(s script.Script, p cache.Profile, text string, o explore.Options) (bool, *explore.Result) {
	o.StopAt = 1
	p.StreamsList = p.StreamsList && !s.Listed
	var res *explore.Result
	for {
		prog := Program(s, p)
		more := explore.Run(o, func() {
			prog()
			if sched.Current().OutcomeOf() == text {
				sched.Fail(shown, "")
			}
		})
		for _, v := range more.Violations {
			if v.Kind == shown {
				return true, more
			}
		}
		if res = more; !p.StreamsList || !res.Complete {
			return false, res
		}
		p.StreamsList = false
	}
}

const shown = "shown"

// merge adds up two searches.
func merge(a, b *explore.Result) *explore.Result {
	m := *a
	m.Runs += b.Runs
	m.Blocked += b.Blocked
	m.Traces += b.Traces
	m.Steps += b.Steps
	m.MaxDepth = max(m.MaxDepth, b.MaxDepth)
	m.Violating += b.Violating
	m.Violations = append(m.Violations, b.Violations...)
	m.Elapsed += b.Elapsed
	m.Complete = a.Complete && b.Complete
	m.Exhausted = a.Exhausted && b.Exhausted
	if m.Why == "" {
		m.Why = b.Why
	}
	return &m
}

// Program is a script as a program for package explore. Its outcome is the text
// of the trace.
func Program(s script.Script, p cache.Profile) func() {
	if err := s.Check(); err != nil {
		panic(err)
	}
	p.AnyOrder = p.AnyOrder || cuts(s)
	return func() {
		r := newRun(s, p)
		for i, step := range s.Steps {
			if s.Race && ages(s.Steps, i) && i > 0 && s.Steps[i-1].Op != script.OpSettle && sched.Choose(2, "time passes") == 1 {
				r.server.Age()
			}
			r.do(step)
		}
		r.server.Age()
		r.frozen = true
		sched.Outcome(r.trace.Text())
	}
}

// cuts reports whether a script can cut off a handler in the middle of what
// client-go takes from a map. Only then a trace tells in which order that was:
// for neighbours of one group, the text of a trace has their keys in order.
func cuts(s script.Script) bool {
	return slices.ContainsFunc(s.Steps, func(step script.Step) bool {
		return step.Op == script.OpStop || step.Op == script.OpRemove || step.Op == script.OpHold
	})
}

// ages reports whether it can matter that time passes before step i: only if a
// watch is dropped later, or if the request for one is hanging at a server that
// is down. In a race any time may pass between two steps.
func ages(steps []script.Step, i int) bool {
	down := false
	for _, step := range steps[:i] {
		if step.Op == script.OpDown || step.Op == script.OpUp {
			down = step.Op == script.OpDown
		}
	}
	if down {
		return true
	}
	for _, step := range steps[i:] {
		switch step.Op {
		case script.OpDrop, script.OpShort:
			return true
		case script.OpSettle, script.OpTick:
			return false
		}
	}
	return false
}

// A run is one execution of a script. Steps change plain fields of it without
// synchronisation where only the environment does.
type run struct {
	script  script.Script
	profile *cache.Profile
	server  *apiserver.Server
	clock   *cache.Clock
	factory *factory.SharedInformerFactory
	objects *script.Objects

	informers map[string]*cache.SharedIndexInformer
	stops     map[string]*sched.Chan[struct{}]
	closed    map[string]bool
	regs      map[string]*cache.Registration
	order     []string // handlers, as added
	kindOf    map[string]string
	holds     map[string]*hold
	holdObj   sched.Object

	refused   map[string]int // what the transform refuses, by kind and key
	refuseObj sched.Object

	trace  script.Trace
	frozen bool
}

type hold struct{ released bool }

func newRun(s script.Script, p cache.Profile) *run {
	r := &run{
		script: s, profile: &p, server: apiserver.New(), clock: cache.NewClock(), objects: script.NewObjects(),
		informers: map[string]*cache.SharedIndexInformer{}, stops: map[string]*sched.Chan[struct{}]{}, closed: map[string]bool{},
		regs: map[string]*cache.Registration{}, kindOf: map[string]string{}, holds: map[string]*hold{}, holdObj: sched.NewObject("holds"),
		refused: map[string]int{}, refuseObj: sched.NewObject("refused"),
	}
	r.server.Serve(script.Pod)
	r.server.Serve(script.Node)
	for _, ref := range s.Objs {
		kind, key := script.Split(ref)
		c, _ := r.objects.Create(kind, key)
		r.server.WriteNow(change(c))
	}
	r.factory = factory.New(r.server, s.Resync, r.profile, r.clock)
	return r
}

// change is a change of the script as one of the server.
func change(c script.Change) apiserver.Change {
	verb := map[string]apiserver.Verb{"added": apiserver.Added, "modified": apiserver.Modified, "deleted": apiserver.Deleted}[c.Verb]
	return apiserver.Change{
		Verb: verb, Gone: verb == apiserver.Deleted,
		Object: apiserver.Object{Kind: c.State.Kind, Key: c.State.Key, UID: c.State.UID(), Value: c.State},
	}
}

func (r *run) do(step script.Step) {
	switch step.Op {
	case script.OpCreate, script.OpModify, script.OpDelete, script.OpInject:
		c, err := r.objects.Do(step)
		if err != nil {
			panic(err)
		}
		r.server.Write(change(c))
	case script.OpDrop:
		r.server.Drop(step.Kind)
	case script.OpShort:
		r.server.Short(step.Kind)
	case script.OpFail:
		r.server.Fail(step.Kind)
	case script.OpCompact:
		r.server.Compact()
	case script.OpDown, script.OpUp:
		r.server.SetDown(step.Op == script.OpDown)

	case script.OpRefuse:
		sched.Do(step.String(), func() { r.refused[step.Kind+"/"+step.Key]++ }, sched.Access{Obj: &r.refuseObj, Mode: sched.Write})

	case script.OpRegister:
		r.register(step.Kind)
	case script.OpHandler:
		r.addHandler(step)
	case script.OpRemove:
		if reg := r.regs[step.Name]; reg != nil {
			r.informers[r.kindOf[step.Name]].RemoveEventHandler(reg)
		}
	case script.OpStart:
		r.factory.Start(r.stop(step.Name))
	case script.OpGoStart:
		stop := r.stop(step.Name)
		sched.Go("starter", func() { r.factory.Start(stop) })
	case script.OpWait:
		r.trace.Said(script.WaitText(r.factory.WaitForCacheSync(r.stop(step.Name))))
	case script.OpStop:
		if !r.closed[step.Name] {
			r.closed[step.Name] = true
			r.stop(step.Name).Close()
		}
	case script.OpShutdown:
		r.factory.Shutdown()
	case script.OpProbe:
		r.trace.Said(r.condition(step.Kind).Text(r.profile.Minor))
	case script.OpHold, script.OpRelease:
		sched.Do(step.String(), func() {
			if h := r.holds[step.Name]; h != nil {
				h.released = true
				delete(r.holds, step.Name)
			}
			if step.Op == script.OpHold {
				r.holds[step.Name] = &hold{}
			}
		}, sched.Access{Obj: &r.holdObj, Mode: sched.Write})

	case script.OpSettle:
		r.server.Age()
	case script.OpTick:
		r.server.Age() // the tick is long after what was before
		r.clock.Tick()
		r.server.Age()
	default:
		panic(fmt.Sprintf("model: no such step: %v", step))
	}
}

func (r *run) register(kind string) *cache.SharedIndexInformer {
	inf := r.factory.InformerFor(kind)
	if r.informers[kind] == nil && r.script.Transforms() {
		inf.SetTransform(r.transform)
	}
	r.informers[kind] = inf
	return inf
}

// transform changes nothing, and refuses what it was told to.
func (r *run) transform(obj any) (out any, err error) {
	o := obj.(*apiserver.Object)
	sched.Do("transform "+o.Key, func() {
		if out = o; r.refused[o.Kind+"/"+o.Key] > 0 {
			r.refused[o.Kind+"/"+o.Key]--
			out, err = nil, errRefused
		}
	}, sched.Access{Obj: &r.refuseObj, Mode: sched.Write})
	return out, err
}

var errRefused = errors.New("refused")

func (r *run) addHandler(step script.Step) {
	inf := r.register(step.Kind)
	period := step.Resync
	if period == script.Default {
		period = r.script.Resync
	}
	reg, err := inf.AddNamedEventHandler(step.Name, r.sink(step.Name), period)
	if err != nil {
		r.trace.Said(script.RefusedText(step.Name))
		return
	}
	if reg != nil {
		r.regs[step.Name] = reg
		r.kindOf[step.Name] = step.Kind
	}
	r.order = append(r.order, step.Name)
	r.trace.Joined(step.Name)
}

func (r *run) stop(name string) *sched.Chan[struct{}] {
	if r.stops[name] == nil {
		r.stops[name] = sched.NamedChan[struct{}](name, 0)
	}
	return r.stops[name]
}

func (r *run) condition(kind string) script.Condition {
	c := script.Condition{Kind: kind, Handlers: map[string]bool{}}
	inf := r.informers[kind]
	if inf == nil {
		return c
	}
	c.Registered = true
	c.Synced = inf.HasSynced()
	c.Stopped = inf.IsStopped()
	for _, obj := range inf.GetStore().List() {
		c.Store = append(c.Store, stateOf(obj))
	}
	for _, h := range r.order {
		if reg := r.regs[h]; reg != nil && r.kindOf[h] == kind {
			c.Handlers[h] = reg.HasSynced()
		}
	}
	return c
}

// called records an event and holds the handler if it is on hold.
func (r *run) called(handler string, e script.Event) {
	if !r.frozen {
		r.trace.Called(handler, e)
	}
	if !r.everHolds(handler) {
		return
	}
	var h *hold
	sched.Do("is "+handler+" on hold", func() { h = r.holds[handler] }, sched.Access{Obj: &r.holdObj, Mode: sched.Read})
	if h != nil {
		sched.Await("hold of "+handler, func() bool { return h.released }, nil, sched.Access{Obj: &r.holdObj, Mode: sched.Read})
	}
}

func (r *run) everHolds(handler string) bool {
	for _, s := range r.script.Steps {
		if s.Op == script.OpHold && s.Name == handler {
			return true
		}
	}
	return false
}

// sink returns a handler that records what it is told.
func (r *run) sink(name string) *script.Sink {
	return &script.Sink{Told: func(e script.Event) { r.called(name, e) }, Read: read}
}

func read(obj any) (state script.State, tombstone bool) {
	if t, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		state := stateOf(t.Obj)
		if state.Key == "" {
			state.Key = t.Key
		}
		return state, true
	}
	return stateOf(obj), false
}

func stateOf(obj any) script.State {
	if o, ok := obj.(*apiserver.Object); ok {
		return o.Value.(script.State)
	}
	return script.State{}
}

// Text lists allowed traces for people.
func Text(set map[string]int) string {
	var b strings.Builder
	for text, n := range set {
		fmt.Fprintf(&b, "%d classes:\n\t%s\n", n, strings.ReplaceAll(text, "\n", "\n\t"))
	}
	return b.String()
}
