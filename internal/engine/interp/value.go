package interp

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// A Kind says what a Value is.
type Kind uint8

const (
	VLoc          Kind = iota // the place Key of the object Obj; "" is the object itself
	VFunc                     // the function Key; Obj holds its bindings, or is -1
	VBound                    // the method Key bound to a receiver; Obj says which
	VGroup                    // group accessor of the factory Obj
	VVersion                  // version accessor of the factory Obj
	VAccessor                 // accessor of resource Key of the factory Obj
	VInformer                 // informer of resource Key of the factory Obj; "" is a stand-alone informer
	VLister                   // lister of the same
	VStore                    // store or indexer of the same
	VSynced                   // HasSynced of the same
	VRegistration             // the registration Obj of a handler
	VDelivered                // HasSynced of the same
	VHollow                   // something that was not followed, where that has to be known
	VHolder                   // the manager, cluster or cache Obj of controller-runtime
	VClient                   // something that reads from the cache of Obj
)

// A Value is an abstract value. Identity is (factory, resource), never the
// Informer() call: since client-go v0.37 each call returns a new wrapper.
type Value struct {
	Kind Kind
	Obj  int
	Key  string
}

// Place is the object that a value is or is about, with the place in it.
func (v Value) Place() (obj int, path string, is bool) { return v.Obj, v.Key, v.Kind == VLoc }

// Of reports whether a value is an object or one of its informers or accessors.
func (v Value) Of(obj int) bool { return v.Obj == obj && v.Kind != VFunc && v.Kind != VBound }

// Readable: the value leads to an informer's store.
func (v Value) Readable() bool { return v.Kind == VLister || v.Kind == VStore }

// Values are what a register or a place may hold.
type Values []Value

// Add adds a value, and reports whether there is more now.
func (s *Values) Add(v Value) bool {
	if slices.Contains(*s, v) || len(*s) >= maxValues {
		return false
	}
	*s = append(*s, v)
	return true
}

// AddAll is Add for several.
func (s *Values) AddAll(t Values) bool {
	changed := false
	for _, v := range t {
		changed = s.Add(v) || changed
	}
	return changed
}

// origin of an object.
type origin uint8

const (
	oPlain        origin = iota // allocated in the visible program
	oFactory                    // a factory that a known constructor returned
	oInformer                   // a stand-alone informer that a known constructor returned
	oOpen                       // comes from outside: a parameter, a global, or what hangs below one
	oHolder                     // closure bindings or bound receiver
	oRegistration               // what AddEventHandler returned
	oCache                      // a manager, cluster or cache of controller-runtime that a known constructor returned
)

// An Object is a factory, a stand-alone informer, or what may hold one.
type Object struct {
	ID     int
	origin origin
	Typ    string // concrete named type, "" if none
	Weak   bool   // stands for several objects (made in a loop): can only silence
	frame  *Frame // where it was made
	ins    *ir.Instr
	depth  int
	below  loc    // of one below an object from outside: where
	Name   string // for people: "kubeFactory", "parameter 1"
	// for bound methods
	method string
	Proto  clientgo.Op // the primitive that it is by its receiver's type
	Static string      // key of the method, if that type is no interface
	global string      // name of the package variable it is
}

// Made: the object was made in this program, by a known constructor.
func (o *Object) Made() bool { return o.IsFactory() || o.IsInformer() }

// IsFactory: a factory that was made in this program.
func (o *Object) IsFactory() bool { return o.origin == oFactory }

// IsInformer: a stand-alone informer that was made in this program.
func (o *Object) IsInformer() bool { return o.origin == oInformer }

// IsPlain: it was allocated in this program, and by no known constructor.
func (o *Object) IsPlain() bool { return o.origin == oPlain }

// IsOpen: it comes from outside.
func (o *Object) IsOpen() bool { return o.origin == oOpen }

type loc struct {
	obj  int
	path string
}

type cell struct {
	path   string
	vals   Values
	copies []loc
}
