package scenario

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/check/kind"
	"github.com/informerlint/informerlint/proof/twin/world"
	"github.com/informerlint/informerlint/reference/apiserver"
)

// A Scenario is one program with its world and property.
type Scenario struct {
	Check, Rule string
	Module      string // the directory of its module
	Dir         string // below that
	Below       string // the package below that which the report is in, "" for its own
	Wrapped     bool   // behind helpers, closures or other packages

	// Entry is the function that is run: "Run" of a protocol program, or
	// "Count", which is given a factory or an informer that runs; "Watch" of a
	// handler program. With a %, it is an expression that makes such a function
	// of the package, which calls its controller as a caller would.
	Entry string

	// Hook is a variable that the program calls when it believes that it has
	// waited, "" if it has none.
	Hook string

	// Right is set for a program that no check reports: nothing goes wrong in it.
	Right bool

	// NoFix says why no fix is offered, and is empty if one is.
	NoFix string

	// Since is the first minor version of client-go that has what the program
	// calls, where that matters for what it does, and Until the last one in
	// which it goes wrong; 0 if nothing does.
	Since, Until int

	// Newest is set for a program that is explored under the newest version only:
	// the searches of the others have more executions than the limit.
	Newest bool

	// Counts is what a right protocol program counts, by the number of objects
	// of each kind.
	Counts map[int]int

	// Show, in handler programs, is what the view has for an object, "" for
	// nothing.
	Show func(o *apiserver.Object) string

	// Ever is set if the view of a handler program has what there was, too: then it
	// is only asked for what there is.
	Ever bool

	// Recreated is what the pod of a handler program is like when it is created
	// again.
	Recreated world.Fields

	// Worlds are what surrounds the program: it is explored in each.
	Worlds []World

	// Goals have to be reached by some run of the fixed program, or the
	// search has shown nothing.
	Goals []string
}

// Name is how a scenario is called: where it is below testdata.
func (s Scenario) Name() string { return strings.TrimPrefix(s.Module+"/"+s.Dir, "testdata/") }

// Reported is where the report is, as Name.
func (s Scenario) Reported() string { return path.Join(s.Name(), s.Below) }

// Kind is the kind of the scenario's check.
func (s Scenario) Kind() kind.Kind { return kind.Of(s.Check) }

// Protocol reports whether it is a program that starts informers and counts, not
// one whose handlers are watched.
func (s Scenario) Protocol() bool { return s.Kind() != kind.Handler }

// Property is what has to hold. Before client-go 0.24 a relist did not see
// deletions of objects that were only queued, and its store kept them forever;
// no handler can know.
func (s Scenario) Property() string { return s.Kind().Property() }

// Bound says what is explored.
func (s Scenario) Bound() string {
	var all []string
	for _, w := range s.Worlds {
		all = append(all, w.String())
	}
	bound := strings.Join(all, " + ")
	about := slices.DeleteFunc(slices.Clone(Minors), func(m int) bool { return !s.In(m) })
	if len(about) > 1 && s.earlier().String() != bound {
		bound += fmt.Sprintf("; before 0.%d: %s", slices.Max(about), s.earlier())
	}
	if s.Newest {
		bound += fmt.Sprintf("; only in 0.%d", slices.Max(Minors))
	}
	return bound
}

// In reports whether the scenario is about a minor version of client-go.
func (s Scenario) In(minor int) bool {
	return minor >= s.Since && (s.Until == 0 || minor <= s.Until) && (!s.Newest || minor == slices.Max(Minors))
}

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
	{"goroutinestart", "start-races-wait", "", nil, []string{"race", "literal", "methodvalue", "closure", "helper"}},
	{"goroutinestart", "missing-go", "", nil, []string{"blocked", "wrapped/blocked"}},
	{"goroutinestart", "start-races-wait", "the factory is started in another package", nil, []string{"wrapped/manager"}},

	{"handlersync", "state-before-delivered", "", nil, []string{"minimal", "sequence", "twice", "factorywait", "another", "ignored", "void", "stopped", "siblings", "pair", "wrapped/helpers", "wrapped/started", "wrapped/failing", "handedout", "byvalue", "told", "gated", "removed", "wrapped/container"}},
	{"handlersync", "state-before-delivered", "the handler is not registered for each of the type", nil, []string{"optional"}},
	{"handlersync", "state-before-delivered", "the wait is in a helper, and what it waits for in a field", nil, []string{"wrapped/waiter"}},
	{"handlersync", "state-before-delivered", "handler and wait are in a method whose caller reads", nil, []string{"wrapped/registers"}},
	{"handlersync", "state-before-delivered", "the wait is in a helper of another package", nil, []string{"wrapped/waiting", "wrapped/named"}},
	{"handlersync", "state-before-delivered", "the handler is registered in another package", nil, []string{"wrapped/owner"}},
	{"handlersync", "state-before-delivered", "the wait is another package's, for what that knows of", nil, []string{"wrapped/synced"}},
	{"handlersync", "state-before-delivered", "the handler is registered for several informers, and one registration is not all", nil, []string{"several"}},
	{"handlersync", "state-before-delivered", "one question is asked of several informers in a loop", nil, []string{"each"}},
	{"handlersync", "state-before-delivered", "the result of the factory's wait is looked at in a loop", nil, []string{"results"}},
	{"handlersync", "state-before-delivered", "the result of the factory's wait is asked for one type", nil, []string{"looked"}},
	{"handlersync", "state-before-delivered", "the wait is in a method that another one calls", nil, []string{"wrapped/inner"}},
	{"handlersync", "state-before-delivered", "the registration is returned from where it is made", nil, []string{"returned", "wrapped/generic"}},
	{"handlersync", "state-before-delivered", "a method asks each informer in a map, and no registration is kept", nil, []string{"wrapped/mapped"}},
	{"handlersync", "state-before-delivered", "a poll asks the informer", nil, []string{"polls", "wrapped/polls"}},
	{"handlersync", "state-before-delivered", "a loop asks the informer", nil, []string{"looped"}},
	{"handlersync", "state-before-delivered", "an empty lister is no wait that could be replaced", nil, []string{"wrapped/listed"}},

	{"startorder", "late-registration", "", nil, []string{"late", "eitherway", "chosen", "exclusive", "correlated", "accessor", "believed", "fields", "elsewhere", "wrapped/starter", "wrapped/deep", "wrapped/iface", "dynamic", "resource", "leader", "swap", "hooks", "listed", "rounds", "crowded", "bykey", "bynames", "wrapped/bykey", "wrapped/clusters"}},
	{"startorder", "late-registration", "the registration is in another function than the Start", nil, []string{"wrapped/options", "wrapped/generic"}},
	{"startorder", "late-registration", "the factories are in a map", nil, []string{"wrapped/fleet"}},
	{"startorder", "late-registration", "two methods ask an accessor, both after Start", nil, []string{"methods"}},
	{"startorder", "late-registration", "who asks for the factory starts it", nil, []string{"wrapped/lazily"}},
	{"startorder", "concurrent-registration", "", nil, []string{"concurrent", "closure", "errgroup", "waitgroup", "wrapped/background", "wrapped/until", "mirrored", "members"}},
	{"startorder", "concurrent-registration", "the registration is in another function than the goroutine's beginning", nil, []string{"wrapped/reporter", "whenasked"}},
	{"startorder", "never-started", "", nil, []string{"never", "sibling", "four", "guarded", "handed", "handlers", "wrapped/siblings", "standalone", "forgotten", "controller"}},
	{"startorder", "never-started", "which of its channels is to stop it is not known", nil, []string{"permap"}},
	{"startorder", "never-started", "the factories are in a slice, and of which it is the Start that is missing is not known", nil, []string{"shards"}},
	{"startorder", "never-started", "a channel or context to stop it with is not in scope", nil, []string{"wrapped/typed", "wrapped/chosen"}},

	{"syncwait", "nothing-awaited", "", nil, []string{"nothing", "wrapped/locator", "synced", "received"}},
	{"syncwait", "nothing-awaited", "where the list should have been filled is for the program to say", nil, []string{"unfilled"}},
	{"syncwait", "wait-before-start", "", nil, []string{"beforestart", "exclusive", "blocks", "phased", "wrapped/manager"}},
	{"syncwait", "wait-before-start", "the wait is in another package", nil, []string{"wrapped/blocking"}},
	{"syncwait", "duplicate-synced", "", nil, []string{"duplicate", "wrapped/locals", "wrapped/appended", "mistaken"}},
	{"syncwait", "duplicate-synced", "what the wait is given is a function of the program, and what it asks on every way is not followed", nil, []string{"repeated"}},
	{"syncwait", "forgotten-synced", "", nil, []string{"kept", "limited"}},
	{"syncwait", "forgotten-synced", "the fields are set in different functions", nil, []string{"wrapped/binder"}},
	{"syncwait", "read-before-wait", "", nil, []string{"read", "logged", "correlated", "wrapped/watcher", "wrapped/filler"}},
	{"syncwait", "read-before-wait", "a wait has no time limit where the program has one", nil, []string{"aside"}},
	{"syncwait", "read-before-wait", "the Start and the wait would have to be moved together", nil, []string{"phases"}},
	{"syncwait", "worker-before-wait", "", nil, []string{"worker", "wrapped/poller", "queue"}},
	{"syncwait", "worker-before-wait", "the wait is in another function than the goroutine", nil, []string{"wrapped/roster"}},
	{"syncwait", "handler-before-wait", "", nil, []string{"handler", "wrapped/stores"}},
	{"syncwait", "never-awaited", "", nil, []string{"sibling", "several", "forgotten", "factories", "byhand", "nowait", "watched", "once"}},
	{"syncwait", "never-awaited", "the wait is in another package", nil, []string{"elsewhere"}},
	{"syncwait", "never-awaited", "the wait is one in a loop over other factories", nil, []string{"extended", "cloned"}},
	{"syncwait", "never-awaited", "the wait and the Start are in different functions", nil, []string{"nested"}},
	{"syncwait", "never-awaited", "the informers are run in another function than the workers are begun", nil, []string{"optional", "wrapped/crew", "wrapped/receiver"}},

	{"latesetup", "late-transform", "", nil, []string{"transform", "named", "slow", "two", "dynamic"}},
	{"latesetup", "late-transform", "what is set is known only after the wait", nil, []string{"depends"}},
	{"latesetup", "late-transform", "the start and the setting are in two functions", nil, []string{"wrapped/caches"}},

	{"latesetup", "late-watch-error-handler", "", nil, []string{"watcherrors", "wrapped/given"}},
	{"latesetup", "late-watch-error-handler", "the start and the setting are in two functions", nil, []string{"wrapped/watcher"}},
	{"latesetup", "late-indexers", "", nil, []string{"indexers"}},
	{"latesetup", "late-indexers", "the start and the setting are in two functions", nil, []string{"wrapped/indexers"}},

	{"lazycache", "never-started", "which goroutine is to start it, and until when, is not known", nil, []string{"reader", "cluster", "wrapped/clients", "wrapped/clusters", "wrapped/clientonly"}},
	{"lazycache", "read-before-sync", "", nil, []string{"early", "command", "notfound", "options", "tuned", "wrapped/made"}},
	{"lazycache", "read-before-sync", "to read live or to read later is a decision", nil, []string{"metadata", "field", "literal", "flag", "narrow", "retried", "createorupdate", "wrapped/helper", "wrapped/strangers"}},
	{"lazycache", "read-before-sync", "which goroutine is to start it is a decision", nil, []string{"blocked"}},
	{"lazycache", "read-before-sync", "where to wait is a decision", nil, []string{"besidestart", "besides", "group", "seldom", "actors", "jobs", "beside", "nested", "wrapped/goroutine"}},
	{"lazycache", "unregistered-read", "", nil, []string{"awaited", "awaitedlist"}},
	{"lazycache", "", "", nil, []string{"ok/registered", "ok/waits", "ok/added", "ok/runnable", "ok/apireader"}},

	{"tombstone", "unchecked-assertion", "", names, []string{"unchecked", "derefs", "filterpanic", "filteralone", "generic", "alike", "bare", "wrapped/fields", "wrapped/must"}},
	{"tombstone", "unchecked-assertion", "", keys, []string{"nilkey"}},
	{"tombstone", "unchecked-assertion", "what does not expect the tombstone is another package's method", keys, []string{"lent"}},
	{"tombstone", "dropped", "", names, []string{"dropped", "added", "idiom", "imports", "partial", "wrapped/constructor", "wrapped/convert", "series", "listed", "convertedaway", "wrapped/kinds", "wrapped/queued", "wrapped/tasks", "wrapped/acts", "wrapped/named", "wrapped/methods", "unnamed"}},
	{"tombstone", "pointer-assertion", "", names, []string{"pointer", "pointercase"}},
	{"tombstone", "pointer-assertion", "the assertion is in a function that the handler calls", names, []string{"wrapped/pointers"}},
	{"tombstone", "key-func", "", keys, []string{"keyfunc", "enqueue", "ignored"}},
	{"tombstone", "key-func", "", names, []string{"blank", "cleanup"}},
	{"tombstone", "filter-rejects", "", names, []string{"filter", "filterboth", "keyed", "wrapped/filters"}},
	{"tombstone", "mishandled", "", keys, []string{"handedon"}},
	{"tombstone", "mishandled", "what was meant cannot be known", names, []string{"mishandled", "wrapped/mistaken", "wrapped/returns"}},
	{"tombstone", "mishandled", "which key was meant is not known", uids, []string{"otherkey"}},

	{"uidcheck", "generation-dropped", "", pairs, []string{"generation", "both", "changed", "deleting", "settings", "wrapped/generations", "wrapped/layered"}},
	{"uidcheck", "uid-keyed-state", "", uids, []string{"indexed", "typed", "behind", "tracked", "wrapped/podindex"}},
	{"uidcheck", "uid-keyed-state", "the three functions are no methods of one type", uids, []string{"deep", "identity", "wrapped/marks", "wrapped/piped", "wrapped/stored"}},
	{"uidcheck", "uid-keyed-state", "Update gives the old object no name", uids, []string{"filled", "departed"}},
	{"uidcheck", "uid-keyed-state", "what to do about the old object is not known", uids, []string{"index"}},
	{"uidcheck", "uid-keyed-state", "the comparison is there, and comes too late", uids, []string{"early", "equal"}},
	{"uidcheck", "uid-keyed-state", "the old object is looked after, and too late", uids, []string{"missing", "reasons"}},
	{"uidcheck", "entry-inherited", "which value is of one object's life cannot be known", uids, []string{"inherited"}},
	{"uidcheck", "entry-inherited", "which value is of one object's life cannot be known", pairs, []string{"wrapped/first"}},
	{"uidcheck", "generation-remembered", "", pairs, []string{"seen"}},
	{"uidcheck", "generation-remembered", "the three functions are no methods of one type", pairs, []string{"wrapped/observed"}},
	{"uidcheck", "uids-mishandled", "which half was meant is not known", uids, []string{"inverted", "onlyadd", "onlydelete", "wrongone", "wrapped/swapped", "wrapped/tracks"}},
	{"uidcheck", "uids-mishandled", "which half was meant is not known", pairs, []string{"ignoring"}},
	{"uidcheck", "wrong-key", "which key was meant is not known", uids, []string{"wrongkey", "filed", "wrapped/filed"}},
	{"uidcheck", "generation-remembered", "where the generation of another object is forgotten is a decision", pairs, []string{"wrapped/notfound"}},
	{"uidcheck", "written-once", "what to do with an object that was changed is a decision", pairs, []string{"writes", "wrapped/patches"}},
	{"uidcheck", "expectations-remembered", "where the expectations of another object are deleted is a decision", pairs, []string{"expected", "wrapped/awaited"}},
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
	"tombstone/wrapped/queued":    small,
	"tombstone/convertedaway":     small,
	"tombstone/filteralone":       func(s *Scenario) { s.Ever = true },
	"uidcheck/filled":             newest,
	"uidcheck/departed":           newest,
	"latesetup/wrapped/given":     func(s *Scenario) { s.Below = "events" },
	"syncwait/optional":           func(s *Scenario) { s.Entry = "scenario.Finding(%[1]s.New, (*%[1]s.Controller).Run)" },
	"syncwait/received":           func(s *Scenario) { s.Entry = "Count" },
	"syncwait/wrapped/receiver":   func(s *Scenario) { s.Entry = "scenario.Made(%[1]s.New, (*%[1]s.Controller).Count)" },
	"tombstone/blank":             small,
	"tombstone/cleanup":           small,
	"latesetup/indexers":          inOld,
	"latesetup/wrapped/indexers":  inOld,
	"lazycache/beside":            nothing,
	"lazycache/nested":            nothing,
	"lazycache/wrapped/goroutine": nothing,
	"lazycache/awaited":           func(s *Scenario) { s.Hook = "Synced" },
	"lazycache/awaitedlist":       func(s *Scenario) { s.Hook = "Synced" },
}

// small are programs whose workers run beside their handlers: one object changes and
// is deleted.
func small(s *Scenario) {
	s.Worlds = []World{{Objects: 1, Writes: []Write{Modify, Delete}, Drops: 1, Compactions: 1}}
}

// nothing are programs whose reads are for somebody else: what they return says only
// whether they have failed.
func nothing(s *Scenario) { s.Counts = map[int]int{1: 0, 2: 0} }

// newest are programs of which one object has more executions than the limit in the
// versions before the newest, where informers take more steps.
func newest(s *Scenario) {
	s.Worlds = []World{{Objects: 1, Writes: []Write{Delete, Create}, Drops: 1, Compactions: 1}}
	s.Newest = true
}

// inOld are programs whose calls are refused only before client-go 0.30.
func inOld(s *Scenario) {
	s.Module, s.Dir, s.Until = "testdata/clientgo026", strings.TrimPrefix(s.Dir, "latesetup/"), 29
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
			dir := p.check + "/" + d
			s := Scenario{
				Check: p.check, Rule: p.rule, Module: "testdata", Dir: dir, NoFix: p.noFix, Since: since[p.check], Right: p.rule == "",
				Wrapped: strings.HasPrefix(d, "wrapped/") || slices.Contains(behindHelpers, dir),
			}
			if s.Protocol() {
				s.counting(dir)
			} else {
				s.handled(p.show)
			}
			if change := special[dir]; change != nil {
				change(&s)
			}
			all = append(all, s)
		}
	}
	return all
}

// counting gives a protocol program its world.
func (s *Scenario) counting(dir string) {
	s.Entry, s.Goals = "Run", []string{returned}
	s.Worlds = worldsOf(dir)
	s.Counts = map[int]int{1: 1, 2: 2}
	if n, ok := counts[dir]; ok {
		s.Counts[2] = n
	}
	if s.Kind() == kind.Cache {
		s.Module = "testdata/controllerruntime"
	} else {
		s.Goals = append(s.Goals, synced)
	}
	for _, w := range s.Worlds {
		if w.Stop {
			s.Goals = append(s.Goals, stoppedEarly)
		}
		if w.End {
			s.Goals = append(s.Goals, stopped)
		}
	}
}

// handled gives a handler program its world: a pod is deleted while the watch
// may break, and where that makes a difference, created again.
func (s *Scenario) handled(show func(*apiserver.Object) string) {
	s.Entry, s.Show = "Watch", show
	s.Worlds = tombstoneWorlds
	s.Goals = []string{"add", "delete", "tombstone", "update"}
	if s.Check == "uidcheck" {
		s.Worlds = recreationWorlds
		s.Goals = []string{"add", "delete", "update with two UIDs", "update"}
		s.Recreated = world.Fields{Generation: 1}
	}
}

// behindHelpers are wrapped programs in directories that do not say so.
var behindHelpers = []string{
	"goroutinestart/closure", "goroutinestart/helper", "goroutinestart/methodvalue", "startorder/elsewhere", "startorder/fields",
	"startorder/handed", "tombstone/added", "tombstone/alike", "tombstone/enqueue", "tombstone/generic", "tombstone/imports", "uidcheck/deep", "uidcheck/indexed", "uidcheck/typed",
}

// LeftOut are programs with reports that no scenario is about, and why.
var LeftOut = map[string]string{
	"uidcheck/wrapped/fills":                 "with a worker that fills what Delete empties, one object has more executions than the limit of 12,000",
	"controllerruntime/lazycache/registry":   "its set-up is a list that init functions fill, which would run once for all executions; and the runtime has no RESTMapper",
	"controllerruntime/lazycache/passed":     "six programs one after the other, each of a shape that has a row; it prints, for which there is no twin",
	"controllerruntime/uidcheck/owned":       "the runtime has no controllers, which ask a predicate",
	"controllerruntime/cachemutation/events": "the runtime has no controllers, which ask a predicate",
	"controllerruntime/uidcheck/typed":       "the runtime has no controllers, which ask a predicate",
	"controllerruntime/uidcheck/predicate":   "the runtime has no controllers, which ask a predicate",
	"controllerruntime/tombstone/predicate":  "the runtime has no controllers, which ask a predicate",
	"handlersync/wrapped/given/zones":        "its caller asks once: fixed, it gets the error that the pods are not synced in place of a wrong answer, and its world asks for a count",
	"goroutinestart/redundant":               "an optional rule, and nothing goes wrong in it",
	"latesetup/registration":                 "an optional rule",
	"startorder/wrapped/command":             "a main package: what it does it does until its process is ended, and it returns nothing that could be asked",
	"startorder/variables":                   "variables of a package that are assigned to are not rewritten for the runtime",
	"startorder/wrapped/shared":              "a main package: what it does it does until its process is ended, and it returns nothing that could be asked",
	"syncwait/partial":                       "an optional rule; its informers are the caller's, and no caller is part of it",
	"syncwait/unchecked":                     "an optional rule, and nothing goes wrong before it is stopped",
	"uidcheck/optional":                      "optional rules",
	"tombstone/converted":                    "a note: as lookup",
	"tombstone/lookup":                       "a note: its handlers keep the names of all pods that there ever were, with tombstones and without",
	"tombstone/processed":                    "the runtime has no queues of a program's own",
	"tombstone/wrapped/processed":            "the runtime has no queues of a program's own",
}
