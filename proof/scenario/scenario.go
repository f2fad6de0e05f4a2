package scenario

import (
	"fmt"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/check/kind"
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

	// Goals have to be reached by some run of the fixed program, or the
	// search has shown nothing.
	Goals []string
}

// Name is how a scenario is called.
func (s Scenario) Name() string { return s.Dir }

// Kind is the kind of the scenario's check.
func (s Scenario) Kind() kind.Kind { return kind.Of(s.Check) }

// Protocol reports whether it is a protocol program.
func (s Scenario) Protocol() bool { return s.Kind().Protocol() }

// Property is what has to hold. Before client-go 0.24 a relist did not see
// deletions of objects that were only queued, and its store kept them forever;
// no handler can know.
func (s Scenario) Property() string { return s.Kind().Property() }

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

// programs are the programs that scenarios are about, in the order of the checks
// and rules. A new one is a line here; what its kind needs is added by All.
var programs = []struct {
	check, rule string
	noFix       string // why no fix is offered
	show        func(*apiserver.Object) string
	dirs        []string
}{
	{"goroutinestart", "start-races-wait", "", nil, []string{"race", "literal", "methodvalue"}},
	{"goroutinestart", "start-races-wait", "the goroutine does more than start the factory", nil, []string{"closure", "helper", "wrapped/manager"}},

	{"handlersync", "state-before-delivered", "", nil, []string{"minimal", "sequence", "twice", "factorywait", "wrapped/helpers", "wrapped/started"}},

	{"startorder", "late-registration", "", nil, []string{"late", "accessor", "believed", "fields", "elsewhere", "wrapped/starter", "wrapped/deep", "wrapped/iface"}},
	{"startorder", "late-registration", "the registration is in another function than the Start", nil, []string{"wrapped/options", "wrapped/generic"}},
	{"startorder", "concurrent-registration", "", nil, []string{"concurrent", "closure", "errgroup", "waitgroup", "wrapped/background"}},
	{"startorder", "never-started", "", nil, []string{"never", "sibling", "four", "guarded", "handed", "handlers", "wrapped/siblings"}},
	{"startorder", "never-started", "a channel or context to stop it with is not in scope", nil, []string{"wrapped/typed"}},

	{"syncwait", "nothing-awaited", "", nil, []string{"nothing", "wrapped/locator"}},
	{"syncwait", "wait-before-start", "", nil, []string{"beforestart", "blocks", "wrapped/manager"}},
	{"syncwait", "duplicate-synced", "", nil, []string{"duplicate", "wrapped/locals"}},
	{"syncwait", "read-before-wait", "", nil, []string{"read", "wrapped/watcher"}},
	{"syncwait", "worker-before-wait", "", nil, []string{"worker", "wrapped/poller"}},

	{"latesetup", "late-transform", "", nil, []string{"transform", "named", "slow", "two"}},
	{"latesetup", "late-transform", "what is set is known only after the wait", nil, []string{"depends"}},
	{"latesetup", "late-transform", "the start and the setting are in two functions", nil, []string{"wrapped/caches"}},

	{"tombstone", "unchecked-assertion", "", names, []string{"unchecked", "derefs", "filterpanic", "generic", "wrapped/fields", "wrapped/must"}},
	{"tombstone", "dropped", "", names, []string{"dropped", "added", "idiom", "imports", "partial", "wrapped/constructor", "wrapped/convert"}},
	{"tombstone", "pointer-assertion", "", names, []string{"pointer", "pointercase"}},
	{"tombstone", "pointer-assertion", "the assertion is in a function that the handler calls", names, []string{"wrapped/pointers"}},
	{"tombstone", "key-func", "", keys, []string{"keyfunc", "enqueue"}},
	{"tombstone", "filter-rejects", "", names, []string{"filter", "filterboth", "wrapped/filters"}},
	{"tombstone", "mishandled", "what was meant cannot be known", names, []string{"mishandled", "wrapped/mistaken"}},

	{"uidcheck", "generation-dropped", "", pairs, []string{"generation", "both", "changed", "wrapped/generations"}},
	{"uidcheck", "uid-keyed-state", "", uids, []string{"indexed", "typed"}},
	{"uidcheck", "uid-keyed-state", "the three functions are no methods of one type", uids, []string{"deep"}},
	{"uidcheck", "uid-keyed-state", "what to do about the old object is not known", uids, []string{"index"}},
	{"uidcheck", "uid-keyed-state", "the comparison is there, and comes too late", uids, []string{"early"}},
	{"uidcheck", "entry-inherited", "which value is of one object's life cannot be known", uids, []string{"inherited"}},
	{"uidcheck", "entry-inherited", "which value is of one object's life cannot be known", pairs, []string{"wrapped/first"}},
}

// special are scenarios that differ from the others of their check.
var special = map[string]func(*Scenario){
	"startorder/accessor": func(s *Scenario) { s.Since = 27 }, // ResourceEventHandlerRegistration.HasSynced
	"startorder/believed": func(s *Scenario) { s.Entry = "Count" },
	"uidcheck/early": func(s *Scenario) {
		s.Recreated.HostNetwork = true // pods that the program does not care about
		s.Show = func(o *apiserver.Object) string {
			if world.FieldsOf(o).HostNetwork {
				return ""
			}
			return o.UID
		}
	},
}

// since are the first minor versions that have what the programs of a check
// call, where not all have it.
var since = map[string]int{
	"handlersync": 27, // ResourceEventHandlerRegistration.HasSynced
	"latesetup":   24, // SetTransform
}

// All returns the scenarios, in the order of the checks and rules.
func All() []Scenario {
	var all []Scenario
	for _, p := range programs {
		for _, d := range p.dirs {
			s := Scenario{
				Check: p.check, Rule: p.rule, Dir: p.check + "/" + d, NoFix: p.noFix, Since: since[p.check],
				Wrapped: strings.HasPrefix(d, "wrapped/") || slices.Contains(behindHelpers, p.check+"/"+d),
			}
			if s.Protocol() {
				s.Entry, s.Goals = "Run", []string{returned, synced}
			} else {
				s.handled(p.show)
			}
			if change := special[s.Dir]; change != nil {
				change(&s)
			}
			all = append(all, s)
		}
	}
	return all
}

// handled gives a handler program its world: a pod is deleted while the watch
// may break, and where that makes a difference, created again.
func (s *Scenario) handled(show func(*apiserver.Object) string) {
	s.Entry, s.Show, s.Drops, s.Compactions = "Watch", show, 1, 1
	s.Writes, s.Goals = []Write{Delete}, []string{"add", "delete", "tombstone"}
	if s.Check == "uidcheck" {
		s.Writes, s.Goals = []Write{Delete, Create}, []string{"add", "delete", "update with two UIDs"}
		s.Recreated = world.Fields{Generation: 1}
	}
}

// behindHelpers are wrapped programs in directories that do not say so.
var behindHelpers = []string{
	"goroutinestart/closure", "goroutinestart/helper", "goroutinestart/methodvalue", "startorder/elsewhere", "startorder/fields",
	"startorder/handed", "tombstone/added", "tombstone/enqueue", "tombstone/generic", "tombstone/imports", "uidcheck/deep", "uidcheck/indexed", "uidcheck/typed",
}

// LeftOut are programs with reports that no scenario is about, and why.
var LeftOut = map[string]string{
	"goroutinestart/redundant":    "an optional rule, and nothing goes wrong in it",
	"latesetup/dynamic":           "dynamic factories have no twin",
	"latesetup/registration":      "an optional rule",
	"latesetup/watcherrors":       "watch error handlers have no twin",
	"latesetup/wrapped/watcher":   "watch error handlers have no twin",
	"handlersync/wrapped/failing": "the order of wrapped/started once more; only what the wait returns is another",
	"handlersync/wrapped/waiter":  "the order of wrapped/helpers once more; only the way to the wait is another",
	"handlersync/wrapped/listed":  "its handler and its loop need atomic values and timers, of which there is no twin",
	"startorder/eitherway":        "its numbers have not been explored yet; it is in testdata/programs",
	"startorder/dynamic":          "dynamic factories have no twin",
	"startorder/resource":         "dynamic factories have no twin",
	"startorder/leader":           "leader election has no twin",
	"startorder/standalone":       "an informer on a program's own ListWatch has no twin",
	"startorder/wrapped/command":  "it is a main package, and needs a cluster",
	"startorder/wrapped/until":    "wait.Until has no twin: a loop that polls has no end in an exploration",
	"syncwait/queue":              "work queues have no twin",
	"syncwait/received":           "its informer is the caller's, and no caller is part of it",
	"syncwait/unchecked":          "an optional rule, and nothing stops in an exploration",
	"uidcheck/optional":           "optional rules",
}

// RulesLeftOut are rules that are on by default and that no scenario is about,
// and why.
var RulesLeftOut = map[string]string{
	"latesetup/late-indexers":            "its programs need client-go before 0.30, and are in the module testdata/clientgo026",
	"latesetup/late-watch-error-handler": "watch error handlers have no twin; its programs run in testdata/programs",
}
