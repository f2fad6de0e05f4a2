package script

import (
	"fmt"
	"slices"
	"strings"
)

// The kinds of objects.
const (
	Pod  = "pod"
	Node = "node"
)

// A Script is an environment for informers.
type Script struct {
	Name string
	Doc  string // what it is there to show, one line

	// Race says that what happens is not determined by the steps: real
	// client-go shows several traces, and steps may take any time.
	Race bool
	// Listed says that the server refuses streamed lists, so that the first
	// adds come in the order of their keys.
	Listed bool

	Since  int      // lowest client-go minor that has all that it calls; 0: every one
	Resync int      // the factory's default resync period: 1 tick, or 0 for none
	Objs   []string // references of the objects that exist at the start, resourceVersions 1, 2, ... in this order
	Steps  []Step
}

// An Op is what a step does.
type Op string

// The operations, each made by the function of the same name.
const (
	OpCreate  Op = "create"
	OpModify  Op = "modify"
	OpDelete  Op = "delete"
	OpInject  Op = "inject"
	OpDrop    Op = "drop"
	OpShort   Op = "short"
	OpFail    Op = "fail"
	OpCompact Op = "compact"
	OpDown    Op = "down"
	OpUp      Op = "up"
	OpRefuse  Op = "refuse"

	OpRegister Op = "register"
	OpHandler  Op = "handler"
	OpRemove   Op = "remove"
	OpStart    Op = "start"
	OpGoStart  Op = "gostart"
	OpWait     Op = "wait"
	OpStop     Op = "stop"
	OpShutdown Op = "shutdown"
	OpProbe    Op = "probe"
	OpHold     Op = "hold"
	OpRelease  Op = "release"

	OpSettle Op = "settle"
	OpTick   Op = "tick"
)

// A Step is one action of the environment. Which fields count depends on Op;
// the functions below set them.
type Step struct {
	Op     Op
	Kind   string // writes, Refuse, Drop, Short, Fail, Register, Handler, Probe
	Key    string // writes, Refuse
	Verb   string // Inject: added, modified or deleted
	Name   string // of the handler: Handler, Remove, Hold, Release; of the stop channel: Start, GoStart, Wait, Stop
	Resync int    // Handler: period in ticks; Default for the factory's
}

// Default as the resync period of a handler means AddEventHandler instead of
// AddEventHandlerWithResyncPeriod: the factory's period.
const Default = -1

func ref(op Op, r string) Step {
	kind, key := Split(r)
	return Step{Op: op, Kind: kind, Key: key}
}

// Split parses a reference to an object: "a" or "node/a".
func Split(r string) (kind, key string) {
	if kind, key, ok := strings.Cut(r, "/"); ok {
		return kind, key
	}
	return Pod, r
}

// Create makes an object that does not exist.
func Create(r string) Step { return ref(OpCreate, r) }

// Modify makes a new revision of an object that exists.
func Modify(r string) Step { return ref(OpModify, r) }

// Delete removes an object that exists.
func Delete(r string) Step { return ref(OpDelete, r) }

// Inject is a write announced with a verb of the script's choice:
//
//	added     the key has a new incarnation, whether or not it existed
//	modified  a new revision; if the key does not exist, a new incarnation
//	deleted   the key does not exist; if it did not exist before, the event
//	          carries revision 0 of an incarnation that nobody has seen
func Inject(verb, r string) Step {
	s := ref(OpInject, r)
	s.Verb = verb
	return s
}

// Drop ends the current watch of a kind in the normal way.
func Drop(kind string) Step { return Step{Op: OpDrop, Kind: kind} }

// Short ends the current watch of a kind and the next one as soon as it is
// opened.
func Short(kind string) Step { return Step{Op: OpShort, Kind: kind} }

// Fail ends the current watch of a kind by an error event other than 410.
func Fail(kind string) Step { return Step{Op: OpFail, Kind: kind} }

// Compact forgets the event log of all kinds up to now.
func Compact() Step { return Step{Op: OpCompact} }

// Down makes LIST and WATCH calls hang.
func Down() Step { return Step{Op: OpDown} }

// Up ends Down.
func Up() Step { return Step{Op: OpUp} }

// Refuse makes the transform of the informer of a kind return an error the next
// time that it is given an object of that name (client-go 0.24). Informers have
// a transform, which changes nothing, if the script has such a step. Its errors
// are not to race with what it is given.
func Refuse(r string) Step { return ref(OpRefuse, r) }

// Register asks the factory for the informer of a kind and does nothing else.
func Register(kind string) Step { return Step{Op: OpRegister, Kind: kind} }

// Handler registers the kind if need be and adds a handler to its informer. If
// that is refused (client-go 0.26), env records "handler NAME refused".
func Handler(kind, name string, resync int) Step {
	return Step{Op: OpHandler, Kind: kind, Name: name, Resync: resync}
}

// Remove removes a handler (client-go 0.26).
func Remove(name string) Step { return Step{Op: OpRemove, Name: name} }

// Start is factory.Start with a stop channel of that name.
func Start(stop string) Step { return Step{Op: OpStart, Name: stop} }

// GoStart is go factory.Start.
func GoStart(stop string) Step { return Step{Op: OpGoStart, Name: stop} }

// Wait is factory.WaitForCacheSync. env records what it returns, see
// [WaitText].
func Wait(stop string) Step { return Step{Op: OpWait, Name: stop} }

// Stop closes a stop channel.
func Stop(stop string) Step { return Step{Op: OpStop, Name: stop} }

// Shutdown is factory.Shutdown (client-go 0.26).
func Shutdown() Step { return Step{Op: OpShutdown} }

// Probe makes env record the condition of an informer, see [Condition].
func Probe(kind string) Step { return Step{Op: OpProbe, Kind: kind} }

// Hold makes each following call of a handler, once recorded, block until
// Release. The handler need not exist yet. A call in progress is not affected.
func Hold(handler string) Step { return Step{Op: OpHold, Name: handler} }

// Release ends Hold.
func Release(handler string) Step { return Step{Op: OpRelease, Name: handler} }

// Settle waits until nothing moves any more.
func Settle() Step { return Step{Op: OpSettle} }

// Tick lets one resync period pass.
func Tick() Step { return Step{Op: OpTick} }

// String writes a step as it is called: "create pod/a".
func (s Step) String() string {
	words := []string{string(s.Op)}
	if s.Verb != "" {
		words = append(words, s.Verb)
	}
	switch {
	case s.Key != "":
		words = append(words, s.Kind+"/"+s.Key)
	case s.Kind != "":
		words = append(words, s.Kind)
	}
	if s.Name != "" {
		words = append(words, s.Name)
	}
	if s.Op == OpHandler && s.Resync != Default {
		words = append(words, fmt.Sprintf("every %d", s.Resync))
	}
	return strings.Join(words, " ")
}

// Transforms reports whether the informers of a script have a transform.
func (s Script) Transforms() bool {
	return slices.ContainsFunc(s.Steps, func(step Step) bool { return step.Op == OpRefuse })
}

// String lists the steps, one word group each.
func (s Script) String() string {
	steps := make([]string, len(s.Steps))
	for i, step := range s.Steps {
		steps[i] = step.String()
	}
	return s.Name + ": [" + strings.Join(s.Objs, " ") + "] " + strings.Join(steps, "; ")
}

// Check reports the first thing in a script that has no meaning: a write to an
// object that is not there, a handler that does not exist, a kind that nobody
// knows, a stop while the server hangs.
func (s Script) Check() error {
	if s.Resync != 0 && s.Resync != 1 {
		return fmt.Errorf("%s: a default resync period is 0 or 1", s.Name)
	}
	objs := NewObjects()
	for _, r := range s.Objs {
		kind, key := Split(r)
		if _, err := objs.Create(kind, key); err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
	}
	c := &checker{script: s, objs: objs, handlers: map[string]bool{}, stops: map[string]bool{}, held: map[string]bool{}}
	for i, step := range s.Steps {
		if err := c.step(step); err != nil {
			return fmt.Errorf("%s: step %d, %s: %w", s.Name, i, step, err)
		}
	}
	return nil
}

// A checker keeps what the meaning of the next step depends on.
type checker struct {
	script                Script
	objs                  *Objects
	handlers, stops, held map[string]bool
	down, stopped         bool
}

func (c *checker) step(step Step) error {
	if err := c.op(step); err != nil {
		return err
	}
	switch step.Op {
	case OpDrop, OpShort, OpFail, OpRegister, OpProbe, OpHandler:
		if step.Kind != Pod && step.Kind != Node {
			return fmt.Errorf("unknown kind")
		}
	}
	return nil
}

func (c *checker) op(step Step) error {
	switch step.Op {
	case OpCreate, OpModify, OpDelete, OpInject:
		_, err := c.objs.Do(step)
		return err
	case OpHandler:
		return c.handler(step)
	case OpRefuse:
		if c.script.Since < 24 {
			return fmt.Errorf("needs Since 24")
		}
	case OpRemove:
		switch {
		case !c.handlers[step.Name]:
			return fmt.Errorf("no such handler")
		case c.script.Since < 26:
			return fmt.Errorf("needs Since 26")
		case c.stopped && len(c.held) > 0:
			// A stopping informer keeps its lock until the handler calls in
			// progress have returned, and Remove waits for it.
			return fmt.Errorf("after a stop, while a handler is on hold")
		}
	case OpStart, OpGoStart:
		c.stops[step.Name] = true
	case OpWait, OpStop:
		switch {
		case !c.stops[step.Name]:
			return fmt.Errorf("no Start with this stop channel comes before")
		case c.down:
			return fmt.Errorf("while the server is down")
		}
		c.stopped = c.stopped || step.Op == OpStop
	case OpShutdown:
		switch {
		case c.script.Since < 26:
			return fmt.Errorf("needs Since 26")
		case c.down:
			return fmt.Errorf("while the server is down")
		}
	case OpDown, OpUp:
		if c.down == (step.Op == OpDown) {
			return fmt.Errorf("it is so already")
		}
		c.down = step.Op == OpDown
	case OpHold, OpRelease:
		if step.Name == "" {
			return fmt.Errorf("which handler?")
		}
		c.held[step.Name] = true
		if step.Op == OpRelease {
			delete(c.held, step.Name)
		}
	case OpDrop, OpShort, OpFail, OpRegister, OpProbe, OpCompact, OpSettle, OpTick:
	default:
		return fmt.Errorf("unknown operation")
	}
	return nil
}

func (c *checker) handler(step Step) error {
	switch {
	case c.handlers[step.Name] || step.Name == "" || step.Name == Env:
		return fmt.Errorf("the name is taken or empty")
	case step.Resync < Default:
		return fmt.Errorf("negative period")
	case step.Resync > 0 && c.script.Resync == 0:
		return fmt.Errorf("a period needs an informer that resyncs")
	}
	c.handlers[step.Name] = true
	return nil
}
