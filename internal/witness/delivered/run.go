package delivered

import (
	"fmt"
	"strings"

	"github.com/informerlint/informerlint/internal/delivered"
	"github.com/informerlint/informerlint/internal/memo"
	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/sched"
)

// minors are the client-go versions whose profiles are run: the first whose
// registrations can be asked, and those with other queues. The last one tells
// the witness.
var minors = []int{27, 33, 37}

// Bound says what is explored.
const Bound = "two objects that exist before the start, no writes, no faults, client-go 0.27, 0.33 and 0.37"

const (
	stuck   = "stuck" // an outcome
	kind    = "object"
	objects = 2
)

// property is what must hold.
const property = "after the wait has said true, the handler has seen every object that existed"

// An outcome is what became of one way.
type outcome struct {
	classes, violating int  // of the last version
	failing            int  // of the version with most
	wrong              bool // in each version
	reached            bool // some execution goes the whole way
	blocks             bool // some execution never ends
	complete           bool
	trace              *explore.Trace // a simple execution that goes wrong
}

// outcomes has room for the ways of many packages: most ask one of five things.
var outcomes = memo.Memo[*outcome]{Size: 64}

// run explores a way. Ways that ask the same in the same order are one.
func run(w delivered.Way) *outcome { return runWith(w, true) }

// runWith is run; registered says whether the handler is registered before somebody
// asks.
func runWith(w delivered.Way, registered bool) *outcome {
	var key strings.Builder
	fmt.Fprintf(&key, "%t;", registered)
	var ask []delivered.Atom
	for _, a := range w.Atoms {
		if a.Kind == delivered.Harmless {
			continue
		}
		ask = append(ask, a)
		fmt.Fprintf(&key, "%d %t;", a.Kind, a.Want)
	}
	return outcomes.Get(key.String(), func() *outcome { return explored(ask, registered) })
}

func explored(ask []delivered.Atom, registered bool) *outcome {
	o := &outcome{wrong: true, complete: true}
	for _, minor := range minors {
		prog := world(minor, ask, registered)
		res := explore.Run(explore.Options{}, prog)
		o.classes, o.violating = res.Traces, res.Violating
		o.failing = max(o.failing, res.Violating)
		o.blocks = o.blocks || res.Outcomes[stuck] > 0
		o.complete = o.complete && res.Complete
		o.wrong = o.wrong && res.Violating > 0
		o.reached = o.reached || res.Outcomes["read"] > 0
		if res.Violating > 0 && minor == minors[len(minors)-1] {
			o.trace, _ = explore.Counterexample(explore.Options{}, 1, prog)
		}
	}
	return o
}

// world is the program of a way.
func world(minor int, ask []delivered.Atom, registered bool) func() {
	return func() {
		p := cache.ProfileFor(minor)
		server := apiserver.New()
		for i := range objects {
			server.WriteNow(apiserver.Change{Object: apiserver.Object{Kind: kind, Key: fmt.Sprint("object-", i+1)}})
		}
		seen := sched.NewAtomic("state", 0)
		inf := cache.NewSharedIndexInformer(server, kind, 0, &p, nil)
		stop := sched.NamedChan[struct{}]("stop", 0)
		var reg *cache.Registration
		if registered {
			reg, _ = inf.AddNamedEventHandler("handler", cache.ResourceEventHandlerFuncs{AddFunc: func(any) {
				seen.Update(func(n int) int { return n + 1 })
			}}, 0)
		}
		sched.Loop("informer", inf.Running(stop))
		rest := false
		end := func(how string) {
			if rest {
				how = stuck // only that everything stops has let it go on
			}
			sched.Outcome(how)
		}
		sched.Go("reader", func() {
			for _, a := range ask {
				if !holds(a, inf, reg, seen, stop) {
					end("left")
					return
				}
			}
			n := seen.Load()
			end("read")
			if n < objects {
				sched.Fail("incomplete", "")
			}
		})
		sched.Quiesce("at rest")
		rest = true
		stop.Close()
	}
}

// holds asks, in a step of its own. Who asks whether something is synced asks
// until it is.
func holds(a delivered.Atom, inf *cache.SharedIndexInformer, reg *cache.Registration, seen *sched.Atomic[int], stop *sched.Chan[struct{}]) bool {
	switch a.Kind {
	case delivered.InformerSynced:
		if a.Want {
			return cache.WaitForCacheSync(stop, inf.Synced())
		}
		return !inf.HasSynced()
	case delivered.ListEmpty:
		return (len(inf.GetStore().List()) == 0) == a.Want
	case delivered.HandlerFlag:
		return (seen.Load() > 0) == a.Want
	case delivered.Delivered:
		if reg == nil {
			if a.Want {
				stop.Recv() // asked again and again, it says no
			}
			return !a.Want
		}
		if a.Want {
			return cache.WaitForCacheSync(stop, reg.Synced())
		}
		return !reg.HasSynced()
	}
	return false // not known: nothing can be shown
}
