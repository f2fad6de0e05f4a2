package handler_test

import (
	"fmt"
	"go/token"
	"maps"
	"slices"
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/judge"
	"github.com/informerlint/informerlint/internal/witness/handler"
)

// A said is what is said of a group: of each question, whether something is wrong.
type said struct{ dies, unheard, recreated bool }

// reported is what the checks report of the groups of a package, with all rules: what
// has a failing run.
func reported(r result) []said {
	out := make([]said, len(r.handlers.Groups))
	tombs, cases := handler.OfDeletions(r.handlers).Tombs()
	for i, c := range cases {
		if w, _ := c.Witness(); w == nil {
			continue
		}
		for _, g := range c.Groups {
			dies := tombs[i].Kind == judge.Unchecked || tombs[i].Panics
			out[g].dies, out[g].unheard = out[g].dies || dies, out[g].unheard || !dies
		}
	}
	trial := handler.OfUIDs(r.handlers, func(judge.UIDKind) bool { return true })
	for g := range out {
		for _, u := range trial.UIDs(g) {
			c := &handler.Case{Trial: trial, Groups: []int{g}}
			if u.Pos.IsValid() && u.Kind != judge.NoUpdate && u.Kind != judge.WrittenOnce {
				c.Points = []token.Pos{u.Pos}
			}
			w, _ := c.Witness()
			out[g].recreated = out[g].recreated || w != nil
		}
	}
	return out
}

// name names a group: by its place in the table that it is made from, or in the program.
func name(r result, g int) string {
	switch r.name {
	case "keeping":
		return "keeping: " + keepingSnippets[g].name
	case "choices":
		return "choices: " + snippets[g].name
	case "sweeping":
		return "sweeping: " + sweeps[g].name
	case "otherkey":
		return "otherkey: " + otherKeys[g].name
	case "queueing":
		return "queueing: " + queues[g].name
	case "branching":
		return "branching: " + branches[g].name
	}
	return fmt.Sprintf("%s: %d", r.name, g)
}

// Why the checks do not say what the state and the calls at rest do. In the first ones
// they are silent where something may be wrong, in the last ones it is the question that
// is too coarse.
const (
	opaque     = "a function of another package, or one that is not followed, has the objects before the handlers, or puts them together"
	told       = "something unknown was given the tombstone, or both objects, and may tell them apart"
	otherwork  = "something else is done for a tombstone, which is taken to be meant"
	helped     = "a worker, or what sweeps or fills the map, may do it"
	shared     = "others reach the map, or what changes it"
	keys       = "the map has entries under more than one key, or under one that is not known"
	background = "it is done in the background"
	unneeded   = "nothing is done for a change either, so that Update is not for that"
	uncalled   = "the recursion is not followed"
	cleared    = "what makes a handler of the functions unwraps tombstones, and they are asked alone"

	worker   = "what is wrong is what a worker remembers under the name, and no call of a handler"
	assumed  = "an optional rule assumes that contents are equal, or asks for work under the name"
	variable = "Add does one of two things, and only what it always does is asked for"
)

// differences are where what is reported is not what is so at rest.
var differences = map[string]string{
	"tombstone/ok/chained: 0":                                                  opaque,
	"tombstone/ok/chained: 1":                                                  opaque,
	"tombstone/ok/dispatch: 0":                                                 otherwork,
	"tombstone/ok/helpers: 0":                                                  opaque,
	"tombstone/ok/helpers: 1":                                                  opaque,
	"tombstone/ok/reflected: 0":                                                told,
	"tombstone/ok/reflected: 1":                                                told,
	"tombstone/ok/reflected: 2":                                                told,
	"tombstone/wrapped/constructor: 0":                                         opaque,
	"tombstone/wrapped/fields: 0":                                              opaque,
	"tombstone/wrapped/filters: 0":                                             opaque,
	"tombstone/wrapped/pointers: 0":                                            opaque,
	"uidcheck/deleting: 0":                                                     variable,
	"uidcheck/expected: 0":                                                     worker,
	"uidcheck/ok/maps: 0":                                                      shared,
	"uidcheck/ok/piped: 0":                                                     cleared,
	"uidcheck/wrapped/piped: 0":                                                cleared,
	"uidcheck/ok/pruned: 0":                                                    helped,
	"uidcheck/ok/recursive: 0":                                                 uncalled,
	"uidcheck/ok/replaced: 0":                                                  helped,
	"uidcheck/ok/rereads: 0":                                                   helped,
	"uidcheck/optional: 0":                                                     assumed,
	"uidcheck/optional: 1":                                                     assumed,
	"uidcheck/seen: 0":                                                         worker,
	"uidcheck/wrapped/awaited: 0":                                              worker,
	"uidcheck/wrapped/given: 0":                                                told,
	"uidcheck/wrapped/notfound: 0":                                             worker,
	"uidcheck/wrapped/observed: 0":                                             worker,
	"choices: something unknown was asked before the panic":                    told,
	"choices: other work for a tombstone":                                      otherwork,
	"choices: by UID, and somebody gets both":                                  told,
	"choices: equal labels only":                                               assumed,
	"otherkey: under both":                                                     keys,
	"otherkey: somebody else takes entries out":                                shared,
	"keeping: nothing for a change either":                                     unneeded,
	"keeping: before the comparison, created together":                         assumed,
	"keeping: before the comparison, one address":                              assumed,
	"keeping: before the comparison, specs of nobody knows what":               assumed,
	"keeping: a loop sweeps":                                                   helped,
	"keeping: somebody starts again":                                           helped,
	"keeping: somebody clears it":                                              helped,
	"keeping: somebody gets the map":                                           shared,
	"keeping: somebody else calls Delete's helper":                             shared,
	"keeping: Delete's helper is exported":                                     shared,
	"keeping: Delete's helper is handed on":                                    shared,
	"keeping: Delete's helper may be called by an interface":                   shared,
	"keeping: somebody else calls Delete":                                      shared,
	"keeping: maps in a map":                                                   keys,
	"keeping: maps in a map, put back under another name":                      shared,
	"keeping: maps in a map, a new one each time":                              shared,
	"keeping: maps in a map, one goes as a whole":                              shared,
	"keeping: maps in a map, one goes unless it is empty":                      shared,
	"keeping: maps in a map, all are made anew":                                helped,
	"keeping: maps in a map, all is written anew":                              helped,
	"keeping: maps in a map, swept":                                            helped,
	"keeping: maps in a map, one is given away":                                shared,
	"keeping: maps in a map, one is cleared":                                   helped,
	"keeping: maps in a map, one is put there from elsewhere":                  shared,
	"keeping: maps in a map, somebody else takes something away":               shared,
	"keeping: maps in a map, Update takes the old one's map away":              keys,
	"keeping: in the background":                                               background,
	"keeping: a sync.Map that is taken from elsewhere":                         shared,
	"keeping: a set that somebody sweeps":                                      helped,
	"keeping: a set that somebody replaces":                                    helped,
	"keeping: a set that somebody gets":                                        shared,
	"keeping: Add by both":                                                     keys,
	"keeping: Delete by the name, and somebody puts it there":                  shared,
	"sweeping: Update":                                                         helped,
	"sweeping: Update, anew":                                                   helped,
	"queueing: what it knows of the name, and Update queues before it returns": helped,
	"queueing: another package's queue":                                        helped,
	"branching: the other one asks something unknown":                          told,
	"branching: something else is done for a tombstone":                        otherwork,
}

// What the checks report is what the executions come to at rest: for all handlers of the
// programs, right and wrong ones, somebody asks for each UID that is gone whether it had
// Delete's effect, and for each that exists whether it had Add's, and knows nothing of
// what the checks look for. Each difference has a reason, and each reason a difference.
func TestAsked(t *testing.T) {
	groups, cut, wrong := 0, 0, 0
	open := maps.Clone(differences)
	for _, r := range programs(t) {
		if r.handlers == nil || r.name == "elsewhere" {
			continue // there another group of the same informer sees to it, and a group is asked alone: TestElsewhere
		}
		says := reported(r)
		for i, g := range r.handlers.Groups {
			groups++
			a := handler.Ask(r.handlers.Program(g))
			if a.Cut {
				cut++
				continue
			}
			asked := said{a.Dies != "", a.Unheard != "", a.Gone != "" || a.Existing != ""}
			if asked != (said{}) {
				wrong++
			}
			where := name(r, i)
			if _, known := differences[where]; known != (asked != says[i]) {
				t.Errorf("%s: reported %+v, at rest %+v", where, says[i], a)
			}
			delete(open, where)
		}
	}
	for _, where := range slices.Sorted(maps.Keys(open)) {
		t.Errorf("%s: there is no such group that was asked", where)
	}
	t.Logf("%d groups, of which %d have too many ways; %d go wrong at rest, and %d differ", groups, cut, wrong, len(differences))
}
