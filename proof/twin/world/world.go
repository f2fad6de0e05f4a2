// Package world is what one execution of a rewritten program runs in: the API
// server, the version profile, and what the program made of informers. All
// twins meet here.
package world

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/sched"
)

// A World is one execution.
type World struct {
	Server  *apiserver.Server
	Profile *cache.Profile

	// Informers are all that were registered, in order.
	Informers []*Informer

	typed map[*apiserver.Object]any
	ticks int // how often time has passed
	time  sched.Object
	// pausing is how many wait for time to pass.
	pausing int

	// Shared has the state of the race detector for the plain variables and
	// maps of the program, by address. (Keeping the address keeps the variable,
	// so no address is used twice.)
	Shared map[unsafe.Pointer]*sched.Var[struct{}]

	// Dynamic makes the objects of a program with a dynamic factory, nil if it
	// has none. (No program has both kinds of factories.)
	Dynamic func(*apiserver.Object) any

	// Unread is set when a read of a cache failed because nothing had started it.
	Unread bool

	// Resyncs is set if some informer has a resync period: then none may have a
	// handler, which would be told again and again.
	Resyncs bool

	// Turns are the pauses that may still end at any moment; see Pause.
	Turns int

	// Probing is set while a condition is looked at without being asked: the
	// twins' HasSynced then notes what it would read and makes no step.
	Probing *Probe
}

// An Informer is one informer of the program.
type Informer struct {
	Ref   *cache.SharedIndexInformer
	Where string // the program's line that registered it
}

// A Probe is what a condition looks at.
type Probe struct {
	Seen   []sched.Branch
	Answer func(sched.Branch) bool
}

// ErrLocks ends a look at a condition that takes a lock.
var ErrLocks = errors.New("a condition takes a lock")

// Locks is called in front of a lock: a condition that takes one cannot be looked at
// without being asked.
func Locks() {
	if Current.Probing != nil {
		panic(ErrLocks)
	}
}

// Current is the world of the running execution. There is one at a time, as
// there is one sched.World.
var Current *World

// New makes the world of a new execution.
func New(p cache.Profile) *World {
	w := &World{
		Server: apiserver.New(), Profile: &p,
		Turns: 1, typed: map[*apiserver.Object]any{}, Shared: map[unsafe.Pointer]*sched.Var[struct{}]{},
	}
	// In one order: objects get their identities as they are made.
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		w.Server.Serve(kind)
	}
	w.time = sched.NewObject("timers")
	Current = w
	return w
}

// Note keeps an informer that the program has registered at a line, once.
func (w *World) Note(ref *cache.SharedIndexInformer, where string) {
	for _, i := range w.Informers {
		if i.Ref == ref {
			return
		}
	}
	w.Informers = append(w.Informers, &Informer{ref, where})
}

// kinds make API objects of the reference runtime's, by kind.
var kinds = map[string]func(*apiserver.Object) any{}

// kindOf are the kinds of API types.
var kindOf = map[reflect.Type]string{}

// Register makes a kind known; packages of API types do it.
func Register(kind string, convert func(*apiserver.Object) any) {
	kinds[kind] = convert
	kindOf[reflect.TypeOf(convert(&apiserver.Object{Kind: kind}))] = kind
}

// KindOf is the kind of an API object.
func KindOf(obj any) string {
	kind, ok := kindOf[reflect.TypeOf(obj)]
	if !ok {
		Unsupported("objects of type %T", obj)
	}
	return kind
}

// Typed is the API object that stands for an object of the reference runtime:
// always the same for the same.
func (w *World) Typed(obj any) any {
	o, ok := obj.(*apiserver.Object)
	if !ok {
		return obj
	}
	t, ok := w.typed[o]
	if !ok {
		if w.Dynamic != nil {
			t = w.Dynamic(o)
		} else {
			t = kinds[o.Kind](o)
		}
		w.typed[o] = t
	}
	return t
}

// Fields are what a scenario says about an object beyond its key.
type Fields struct {
	Generation  int64
	HostNetwork bool
	Labels      map[string]string
}

// FieldsOf returns what a scenario says about an object.
func FieldsOf(o *apiserver.Object) Fields {
	f, _ := o.Value.(Fields)
	return f
}

// Split cuts a key into namespace and name.
func Split(key string) (namespace, name string) {
	if ns, name, ok := strings.Cut(key, "/"); ok {
		return ns, name
	}
	return "", key
}

// Unsupported ends an execution that needs what the twins do not have. It is
// never taken for a bug of the program: the harness looks for it.
func Unsupported(format string, args ...any) {
	panic(fmt.Sprintf("proof: not supported: "+format, args...))
}

// Pause waits for a while, and reports whether stop was not closed before. The
// first ones of an execution end at any moment; the others only when nothing
// else can go on, which Rest finds out. So a program that polls looks at least
// once after all has happened, and an execution has an end.
func Pause(stop *sched.Chan[struct{}]) bool {
	w := Current
	began, free := w.ticks, w.Turns > 0
	if free {
		w.Turns--
	} else {
		w.pausing++
		defer func() { w.pausing-- }()
	}
	return sched.AwaitAny(sched.Branch{
		Name:  "timer",
		Guard: func() bool { return free || w.ticks > began },
		Acc:   []sched.Access{{Obj: &w.time, Mode: sched.Read}},
	}, stop.Closed()) == 0
}

// maxTicks is how often time passes while nothing else happens: who still polls
// then waits for ever.
const maxTicks = 2

// Rest waits until nothing can go on, lets time pass if somebody waits for that,
// and waits again.
func (w *World) Rest(name string) {
	for n := 0; ; n++ {
		sched.Quiesce(name)
		if w.pausing == 0 || n == maxTicks {
			return
		}
		sched.Do("time passes", func() { w.ticks++ }, sched.Access{Obj: &w.time, Mode: sched.Write})
	}
}
