package scenario

import (
	"fmt"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/proof/twin/world"
	"github.com/informerlint/informerlint/reference/apiserver"
)

// A Scenario is one program with its world and property.
type Scenario struct {
	Check, Rule string
	Dir         string // below testdata
	Wrapped     bool   // behind helpers, closures or other packages

	// Entry is the function that is run: "Run" of a protocol program, or
	// "Count", which is given a factory; "Watch" of a handler program.
	Entry string

	// NoFix says why no fix is offered, and is empty if one is.
	NoFix string

	// Since is the first minor version of client-go that has what the program
	// calls, where that matters for what it does; 0 if nothing does.
	Since int

	// Show, in handler programs, is what the view has for an object, "" for
	// nothing. The same world makes an interruption possible in all of them.
	Show func(o *apiserver.Object) string

	// Writes are what the user of the API does in a handler program.
	Writes []Write

	// Recreated is what the pod is like when it is created again.
	Recreated world.Fields

	// Drops and Compactions are how often the watch may be dropped and the
	// server may forget its log.
	Drops, Compactions int

	// Goals have to be reached by some execution of the mended program, or the
	// search has shown nothing.
	Goals []string
}

// Name is how a scenario is called.
func (s Scenario) Name() string { return s.Dir }

// Protocol reports whether it is a protocol program.
func (s Scenario) Protocol() bool { return s.Entry != "Watch" }

// Property is what has to hold. Before client-go 0.24 a relist did not see
// deletions of objects that were only queued, and its store kept them for ever;
// no handler can know.
func (s Scenario) Property() string {
	if s.Protocol() {
		return "at rest the program has returned and counted the one object that exists, and every registered informer runs"
	}
	return "no handler panics, and at rest the view is what the server has (before 0.24: what the informer's store has)"
}

// Bound says what is explored.
func (s Scenario) Bound() string {
	if s.Protocol() {
		return "1 object of each kind, no writes, no faults"
	}
	var w []string
	for _, x := range s.Writes {
		w = append(w, x.String())
	}
	return fmt.Sprintf("1 pod; %s; at most %s and %s", strings.Join(w, ", "), count(s.Drops, "watch drop"), count(s.Compactions, "compaction"))
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// A Write is one write of the API's user to the pod.
type Write int

// The writes.
const (
	Delete Write = iota
	Create
)

func (w Write) String() string { return [...]string{"delete", "create again"}[w] }

// Minors are the client-go minor versions whose profiles are explored: those
// that conform/observed has records of.
var Minors = []int{20, 26, 30, 34, 37}

// How views are.
func names(o *apiserver.Object) string { _, n := world.Split(o.Key); return n }
func keys(o *apiserver.Object) string  { return o.Key }
func pairs(o *apiserver.Object) string { return names(o) + "=" + o.UID }
func uids(o *apiserver.Object) string  { return o.UID }

// All returns the scenarios, in the order of the checks and rules.
func All() []Scenario {
	var all []Scenario
	protocol := func(check, rule, noFix string, dirs ...string) {
		for _, d := range dirs {
			all = append(all, Scenario{
				Check: check, Rule: rule, Dir: check + "/" + d, Wrapped: strings.HasPrefix(d, "wrapped/"), Entry: "Run", NoFix: noFix,
				Goals: []string{returned, synced},
			})
		}
	}
	tombstone := func(rule, noFix string, show func(*apiserver.Object) string, dirs ...string) {
		for _, d := range dirs {
			all = append(all, Scenario{
				Check: "tombstone", Rule: rule, Dir: "tombstone/" + d, Wrapped: strings.HasPrefix(d, "wrapped/"), Entry: "Watch", NoFix: noFix,
				Show: show, Writes: []Write{Delete}, Drops: 1, Compactions: 1,
				Goals: []string{"add", "delete", "tombstone"},
			})
		}
	}
	uid := func(rule, noFix string, show func(*apiserver.Object) string, dirs ...string) {
		for _, d := range dirs {
			all = append(all, Scenario{
				Check: "uidcheck", Rule: rule, Dir: "uidcheck/" + d, Wrapped: strings.HasPrefix(d, "wrapped/"), Entry: "Watch", NoFix: noFix,
				Show: show, Writes: []Write{Delete, Create}, Recreated: world.Fields{Generation: 1}, Drops: 1, Compactions: 1,
				Goals: []string{"add", "delete", "update with two UIDs"},
			})
		}
	}

	protocol("goroutinestart", "start-races-wait", "", "race", "literal", "methodvalue")
	protocol("goroutinestart", "start-races-wait", "the goroutine does more than start the factory", "closure", "helper", "wrapped/manager")

	protocol("handlersync", "state-before-delivered", "", "minimal", "sequence", "twice", "factorywait", "wrapped/helpers", "wrapped/started")

	protocol("startorder", "late-registration", "", "late", "accessor", "believed", "fields", "elsewhere", "wrapped/starter", "wrapped/deep", "wrapped/iface")
	protocol("startorder", "late-registration", "the registration is in another function than the Start", "wrapped/options", "wrapped/generic")
	protocol("startorder", "concurrent-registration", "", "concurrent", "closure", "errgroup", "waitgroup", "wrapped/background")
	protocol("startorder", "never-started", "", "never", "sibling", "four", "guarded", "handed", "handlers", "wrapped/siblings")
	protocol("startorder", "never-started", "a channel or context to stop it with is not in scope", "wrapped/typed")

	protocol("syncwait", "nothing-awaited", "", "nothing", "wrapped/locator")
	protocol("syncwait", "wait-before-start", "", "beforestart", "blocks", "wrapped/manager")
	protocol("syncwait", "duplicate-synced", "", "duplicate", "wrapped/locals")
	protocol("syncwait", "read-before-wait", "", "read", "wrapped/watcher")
	protocol("syncwait", "worker-before-wait", "", "worker", "wrapped/poller")

	for i := range all {
		if all[i].Check == "handlersync" {
			all[i].Since = 27
		}
		switch all[i].Dir {
		case "startorder/accessor":
			all[i].Since = 27 // ResourceEventHandlerRegistration.HasSynced
		case "startorder/believed":
			all[i].Entry = "Count"
		}
	}

	protocol("latesetup", "late-transform", "", "transform", "named", "slow", "two")
	protocol("latesetup", "late-transform", "what is set is known only after the wait", "depends")
	protocol("latesetup", "late-transform", "the start and the setting are in two functions", "wrapped/caches")

	tombstone("unchecked-assertion", "", names, "unchecked", "derefs", "filterpanic", "generic", "wrapped/fields", "wrapped/must")
	tombstone("dropped", "", names, "dropped", "added", "idiom", "imports", "partial", "wrapped/constructor", "wrapped/convert")
	tombstone("pointer-assertion", "", names, "pointer", "pointercase")
	tombstone("pointer-assertion", "the assertion is in a function that the handler calls", names, "wrapped/pointers")
	tombstone("key-func", "", keys, "keyfunc", "enqueue")
	tombstone("filter-rejects", "", names, "filter", "filterboth", "wrapped/filters")
	tombstone("mishandled", "what was meant cannot be known", names, "mishandled", "wrapped/mistaken")

	uid("generation-dropped", "", pairs, "generation", "both", "changed", "wrapped/generations")
	uid("uid-keyed-state", "", uids, "indexed", "typed")
	uid("uid-keyed-state", "the three functions are no methods of one type", uids, "deep")
	uid("uid-keyed-state", "what to do about the old object is not known", uids, "index")
	uid("uid-keyed-state", "the comparison is there, and comes too late", uids, "early")
	all[len(all)-1].Recreated.HostNetwork = true // pods that the program does not care about
	all[len(all)-1].Show = func(o *apiserver.Object) string {
		if world.FieldsOf(o).HostNetwork {
			return ""
		}
		return o.UID
	}
	uid("entry-inherited", "which value is of one object's life cannot be known", uids, "inherited")
	uid("entry-inherited", "which value is of one object's life cannot be known", pairs, "wrapped/first")
	for i := range all {
		if all[i].Check == "latesetup" {
			all[i].Since = 24 // SetTransform
		}
		if slices.Contains(behindHelpers, all[i].Dir) {
			all[i].Wrapped = true
		}
	}
	return all
}

// behindHelpers are wrapped programs in directories that do not say so.
var behindHelpers = []string{
	"goroutinestart/closure", "goroutinestart/helper", "goroutinestart/methodvalue", "startorder/elsewhere", "startorder/fields",
	"startorder/handed", "tombstone/added", "tombstone/enqueue", "tombstone/generic", "tombstone/imports", "uidcheck/deep", "uidcheck/indexed", "uidcheck/typed",
}

// LeftOutChecks are checks without any scenario, and why.
var LeftOutChecks = map[string]string{
	"lazycache": "controller-runtime has no twin: what the check extracts runs on reference/lazycache (internal/witness/lazy), " +
		"and its programs and their mends on the real library (testdata/controllerruntime/programs)",
}

// LeftOut are programs with reports that no scenario is about, and why.
var LeftOut = map[string]string{
	"goroutinestart/redundant":   "an optional rule, and nothing goes wrong in it",
	"latesetup/dynamic":          "dynamic factories have no twin",
	"latesetup/registration":     "an optional rule",
	"latesetup/watcherrors":      "watch error handlers have no twin",
	"latesetup/wrapped/watcher":  "watch error handlers have no twin",
	"handlersync/wrapped/listed": "its handler and its loop need atomic values and timers, of which there is no twin",
	"startorder/dynamic":         "dynamic factories have no twin",
	"startorder/resource":        "dynamic factories have no twin",
	"startorder/leader":          "leader election has no twin",
	"startorder/standalone":      "an informer on a program's own ListWatch has no twin",
	"startorder/wrapped/command": "it is a main package, and needs a cluster",
	"startorder/wrapped/until":   "wait.Until has no twin: a loop that polls has no end in an exploration",
	"syncwait/queue":             "work queues have no twin",
	"syncwait/unchecked":         "an optional rule, and nothing stops in an exploration",
	"uidcheck/optional":          "optional rules",
}

// RulesLeftOut are rules that are on by default and that no scenario is about,
// and why.
var RulesLeftOut = map[string]string{
	"latesetup/late-indexers":            "its programs need client-go before 0.30, and are in the module testdata/clientgo026",
	"latesetup/late-watch-error-handler": "watch error handlers have no twin; its programs run in testdata/programs",
}
