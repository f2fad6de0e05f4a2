package compose

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// A kind says what a val is.
type kind uint8

const (
	vLoc          kind = iota // the place s of the object obj; "" is the object itself
	vFunc                     // the function s; obj holds its bindings, or is -1
	vBound                    // a method bound to a receiver; obj says which
	vGroup                    // group accessor of the factory obj
	vVersion                  // version accessor of the factory obj
	vAccessor                 // accessor of resource s of the factory obj
	vInformer                 // informer of resource s of the factory obj; "" is a stand-alone informer
	vLister                   // lister of the same
	vStore                    // store or indexer of the same
	vSynced                   // HasSynced of the same
	vRegistration             // the registration obj of a handler
	vDelivered                // HasSynced of the same
	vHollow                   // something that was not followed, where that has to be known
	vHolder                   // the manager, cluster or cache obj of controller-runtime
	vClient                   // something that reads from the cache of obj
)

// A Value is an abstract value. Identity is (factory, resource), never the
// Informer() call: since client-go v0.37 each call returns a new wrapper.
type Value struct {
	k   kind
	obj int
	s   string
}

// Values are what a register or a place may hold.
type Values []Value

func (s *Values) add(v Value) bool {
	if slices.Contains(*s, v) || len(*s) >= maxValues {
		return false
	}
	*s = append(*s, v)
	return true
}

func (s *Values) addAll(t Values) bool {
	changed := false
	for _, v := range t {
		changed = s.add(v) || changed
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
	id     int
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
	proto  clientgo.Op
	static string
	global string // name of the package variable it is
}

// Made: the object was made in this program, by a known constructor.
func (o *Object) Made() bool { return o.IsFactory() || o.IsInformer() }

// IsFactory: a factory that was made in this program.
func (o *Object) IsFactory() bool { return o.origin == oFactory }

// IsInformer: a stand-alone informer that was made in this program.
func (o *Object) IsInformer() bool { return o.origin == oInformer }

type loc struct {
	obj  int
	path string
}

type cell struct {
	vals   Values
	copies []loc
}

// A Frame is one call of one function in one calling context.
type Frame struct {
	id      int
	Fn      *ir.Fn
	parent  *Frame
	call    *ir.Instr // in the parent
	regs    []Values
	results []Values
	kids    map[kidKey]*Frame
	thread  *Thread
	depth   int
	loop    bool         // called from within a loop
	stale   bool         // something has changed since it was interpreted
	reads   map[int]bool // objects: see interp.reads
	allocs  map[*ir.Instr]int
	fn      Value // the function value that was called
}

func (f *Frame) get(r ir.Reg) Values {
	if r == ir.NoReg {
		return nil
	}
	return f.regs[r]
}

// all gets several registers.
func (f *Frame) all(rs []ir.Reg) []Values {
	out := make([]Values, len(rs))
	for i, r := range rs {
		out[i] = f.get(r)
	}
	return out
}

// answers: who called the function is not known, and gets its results.
func (f *Frame) answers() bool {
	return f.parent == nil && (f.thread.id == 0 || f.thread.Mode == clientgo.Later)
}

type kidKey struct {
	ins *ir.Instr
	key string
	obj int
}

// A Thread is code that runs beside, or at some time after, the place that
// starts it.
type Thread struct {
	id    int
	top   *Frame
	Mode  clientgo.Mode
	ins   *ir.Instr // that starts it
	from  *Frame
	proto *protoThread // a primitive that is started directly: go f.Start()
	fn    Value        // the bound method that it runs, for method values
	sites []threadSite // all places that start it; ins and from are the first
}

type threadSite struct {
	f   *Frame
	ins *ir.Instr
}

// startedAt adds a place that starts the thread.
func (t *Thread) startedAt(f *Frame, ins *ir.Instr) {
	if s := (threadSite{f, ins}); !slices.Contains(t.sites, s) {
		t.sites = append(t.sites, s)
	}
}

type protoThread struct {
	op   clientgo.Op
	recv Values
}

type threadKey struct {
	f   *Frame
	Ins *ir.Instr
	v   Value
}
