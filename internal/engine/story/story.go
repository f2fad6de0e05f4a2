// Package story projects a composed program onto one informer, as something that
// can be run on the reference runtime.
//
// The words, each with one meaning:
//
//	story   what the program does to one informer
//	moment  an event at which the informer's user counts on it, with the program
//	        around it
//	way     what one thread does on some path through it, as a sequence of events
//
// A story is made from the graph alone. It knows nothing of verdicts, so that a
// mistake in a rule is not repeated in what is to confirm it.
package story

import (
	"go/token"

	"github.com/informerlint/informerlint/internal/engine/compose"
)

// A Story is what a composed program does to one informer: the program of
// internal/witness, which runs it. It is a projection of the graph and knows
// nothing of the judge's automaton.
//
// What is uncertain is told apart from what is certain: an event that may be
// about another informer, or that a stranger may cause, is a Help event, to be
// run in the way that helps the informer most.
type Story struct {
	ID      string    // names the informer: equal in an edited copy of the package
	Root    string    // the function that the program was composed from
	Key     string    // of the resource; "" for a stand-alone informer, or a wait of nothing known
	Kind    string    // of the resource, for people
	Single  bool      // a stand-alone informer, not one of a factory
	Outside bool      // the factory was made outside
	Left    bool      // it is about a wait that may leave the informer out
	Picked  bool      // it is told as if one statement took this one out of a container by its key
	Anchor  token.Pos // where a finding is that it is told for: a run that passes there shows it best
	// Calls are those through which the program gets, reads, asks or runs the
	// informer, or calls that lead to them: of a story of a wait.
	Calls    []token.Pos
	Nameless bool // it is about whatever the wait leaves out: no informer is seen
	// Moments are the events at which the informer's user counts on it, each
	// with the ways that lead through it.
	Moments []Moment
}

// An Act is what an event of a story does.
type Act uint8

// The acts. Those named Help are not certain.
const (
	ActRegister     Act = iota // the informer is registered with the factory
	ActStart                   // factory.Start
	ActRun                     // informer.Run, in a goroutine of its own or not
	ActWait                    // factory.WaitForCacheSync
	ActUse                     // handler added, lister taken, store read, HasSynced asked
	ActSpawn                   // thread Event.Thread begins
	ActAwait                   // something before the next event may wait for another thread
	ActSignal                  // something before the next event may let another thread go on
	ActHelpRegister            // may register the informer
	ActHelpRun                 // somebody may run the informer, now or at any later time
	ActHelpAccess              // somebody may do both
	ActHelpStart               // somebody may register anything and start the factory, now or later
	ActRead                    // the informer's lister or store is read
	ActSync                    // cache.WaitForCacheSync waits for the informer, maybe among others
	ActSetup                   // a setting that works only before the start: SetTransform, ...
	ActBirth                   // a cache of controller-runtime is made
	ActLeave                   // the thread ends here only if an error is not nil
	ActVoid                    // cache.WaitForCacheSync that does not ask the informer
)

var actNames = [...]string{"register", "start", "run", "wait", "use", "spawn", "await", "signal", "register?", "run?", "register+run?", "start?", "read", "sync", "set up", "birth", "leave", "void"}

func (a Act) String() string { return actNames[a] }

// help is what an act is if it may happen at any time. Waits and uses do
// nothing for the informer.
func (a Act) help() Act {
	switch a {
	case ActRegister:
		return ActHelpRegister
	case ActStart:
		return ActHelpStart
	case ActRun:
		return ActHelpRun
	case ActWait, ActSync, ActVoid:
		return ActUse
	}
	return a
}

// An Event is one event of a story.
type Event struct {
	Act    Act
	Thread int // of ActSpawn
	Target bool
	Blocks bool // of ActRun: the thread itself runs the informer, and goes on when it stops
	Site   compose.Site
	What   string // of a cache of controller-runtime: form and kind of the objects
}

// A Moment is an event at which the user counts on the informer, and the
// program around it.
type Moment struct {
	Act     Act // ActRegister, ActUse, ActWait or ActSetup
	Site    compose.Site
	Threads []Thread // the first is the one that begins; others are spawned
	Cut     bool     // there were too many ways: nothing can be said
}

// A Thread is code that runs beside the rest, as the ways through it.
type Thread struct {
	ID    int
	Key   string // alike in an edited copy of the package; "" for the first
	Name  string
	Later bool // it runs at an unknown time, or never
	Group bool // its end can be awaited: it was started by an errgroup, a WaitGroup or the like
	Ways  [][]Event
	// Worlds says of each way in which worlds there is one, as bits: ways that share
	// none are never taken together. It is nil if there is one world.
	Worlds []uint8
}

// Limits of a story. What exceeds them is marked as cut.
const (
	maxMoments = 6
	maxWays    = 128
	maxWay     = 24
)
