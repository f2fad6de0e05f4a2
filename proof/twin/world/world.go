// Package world is what one execution of a rewritten program runs in: the API
// server, the version profile, and what the program made of informers. All
// twins meet here.
package world

import (
	"fmt"
	"maps"
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

	// Shared has the state of the race detector for the plain variables and
	// maps of the program, by address. (Keeping the address keeps the variable,
	// so no address is used twice.)
	Shared map[unsafe.Pointer]*sched.Var[struct{}]

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

// Current is the world of the running execution. There is one at a time, as
// there is one sched.World.
var Current *World

// New makes the world of a new execution.
func New(p cache.Profile) *World {
	w := &World{
		Server: apiserver.New(), Profile: &p,
		typed: map[*apiserver.Object]any{}, Shared: map[unsafe.Pointer]*sched.Var[struct{}]{},
	}
	// In one order: objects get their identities as they are made.
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		w.Server.Serve(kind)
	}
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

// Register makes a kind known; packages of API types do it.
func Register(kind string, convert func(*apiserver.Object) any) { kinds[kind] = convert }

// Typed is the API object that stands for an object of the reference runtime:
// always the same for the same.
func (w *World) Typed(obj any) any {
	o, ok := obj.(*apiserver.Object)
	if !ok {
		return obj
	}
	t, ok := w.typed[o]
	if !ok {
		t = kinds[o.Kind](o)
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
