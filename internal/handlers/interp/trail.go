package interp

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/frame"
	"github.com/informerlint/informerlint/internal/handlers/hop"
	"github.com/informerlint/informerlint/internal/handlers/past"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/value"
)

// A Trail is the interpretation of one handler function with given objects.
type Trail struct {
	in          *Machine
	uid         bool // two objects with different UIDs, instead of a tombstone
	same        bool // their generations are equal, and, if ways are not kept apart, what else is compared
	one         bool // the two objects are two states of one, and have one UID
	resync      bool // and they are one state
	depth       int  // of the function that is run
	Effects     map[string]*Effect
	Misses      []Miss
	Ends        []End
	Forwards    []Forward // calls that pass the objects on as they came
	Calls       []Forward // calls of other methods that get a tombstone, and nothing else
	Hands       []Hand    // calls of function values that do so where UIDs matter
	Generations []*ssa.BinOp
	UIDs        []token.Pos // where UIDs are compared
	Early       []*ssa.If   // branches that the new object alone decides
	Equal       []ssa.Instruction
	Nameless    bool // a tombstone has left a helper without a name, under which something is done
	Steps       int  // how much was followed
	GaveUp      bool
	rec         *recorder    // nil: ways are not told apart
	item        *taken       // what the worker that is run takes out
	Direct      bool         // workers and tasks are not run
	gone, there bool         // nobody has the object any more, or everybody
	Gone        []types.Type // of what was looked up then; nil: not known
	LookUps     []hop.Site   // where that was
	complete    bool         // fields that hold functions are followed
	accepts     bool         // a store of client-go takes tombstones
	asserted    []types.Type // what the objects were asserted to be
	works       *work        // nil: workers do not run with keys
}

// A Frame is a call that is being interpreted.
type Frame = frame.Frame

// Which objects have a part in an effect or event, as bits.
const (
	Old  = value.Old // the first object of a handler, or its only one
	New  = value.New
	Both = value.Both
)

// An Effect is something that a handler does and that would be missed.
type Effect struct {
	Key    string // what is done to what; equal for the same work at different places
	Name   string // the name of the function or of what is written, for messages
	Pos    token.Pos
	Frame  *Frame
	Flags  Flags
	From   uint8       // whether old or new or both have a part in it
	Whole  uint8       // which of them are given away as whole objects
	UID    uint8       // whose UID is the key of it
	Queue  bool        // it adds to a work queue
	Frees  bool        // it takes state away
	Lesser bool        // see effect.Lesser
	Place  string      // of a map's method: the map
	Named  bool        // and its key is made of the object's name
	Fresh  bool        // it only writes where there is nothing yet
	To     string      // the queue that it is done to, if that is a field or a package variable
	Into   []hop.Site  // that queue, whatever it is, wherever it is done
	OwnKey bool        // and it adds the object's own key
	Kept   string      // the place in another package that it keeps or frees something in
	Gives  string      // a call that gets whole objects, and is not followed: its package
	Entry  value.Entry // of a map: which one
	how    string      // "go " or "defer "
	says   string      // what it gets says
}

// Event is an effect as an event of a program.
func (e *Effect) Event() Event { return event(record{frame: e.Frame, pos: e.Pos, effect: e}) }

// Enqueues reports whether an effect hands the work to a queue, by its type or
// its name.
func (e *Effect) Enqueues() bool {
	return e.Queue || strings.Contains(strings.ToLower(e.Name), "queue")
}

// A Miss is a point where a tombstone is not what the code expects.
type Miss struct {
	Instr   ssa.Instruction
	Frame   *Frame
	Kind    MissKind
	After   bool // the tombstone had been recognised before
	KeyFunc string
}

// A MissKind says how a tombstone is not what the code expects.
type MissKind uint8

// The kinds of misses.
const (
	MissAssert  MissKind = iota // a checked assertion fails
	MissPointer                 // an assertion to *DeletedFinalStateUnknown fails
	MissKey                     // a key function returns an error
	MissPanic                   // an unchecked assertion panics
	MissDeref                   // the zero value of a failed assertion is dereferenced
	MissThrow                   // the code itself panics or exits
	MissSeen                    // no miss: the tombstone is recognised here
)

// An End is one way in which a handler returns.
type End struct {
	results []value.Value
	Flags   Flags
	mem     value.Memory
	past    past.Past
}

// Truth is what a function returns that returns one bool.
func (e *End) Truth() Truth {
	if len(e.results) == 1 {
		switch e.results[0].Kind {
		case value.True:
			return True
		case value.False:
			return False
		}
	}
	return Unknown
}

// Generations reports whether a function returns the outcome of comparing the
// generations, and whether that is true if they differ.
func (e *End) Generations() (compared, differ bool) {
	if len(e.results) != 1 {
		return false, false
	}
	r := e.results[0]
	return r.Kind == value.Compare && r.Part == clientgo.PartGeneration, r.Neg
}

// A Hand is a call of a function value that is handed objects.
type Hand struct {
	Callee ssa.Value
	Args   registered.Args
	Flags  Flags // of the way to it
}

// A Forward is a call of an unknown function with untouched objects.
type Forward struct {
	Callee ssa.Value
	Method string // for calls through an interface
	Own    bool   // which is no handler of client-go's
	Role   clientgo.HandlerRole
	Flags  Flags
	Args   registered.Args // of a function that gets more than the object
}

// Guessed reports whether a branch before it may have told what it hands on apart.
func (f Forward) Guessed() bool { return f.Flags&guessed != 0 }
