package handler_test

import (
	"fmt"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/judge"
	"github.com/informerlint/informerlint/internal/witness/handler"
)

// A said is what is said of a group: of each question, which findings there are, by
// the function that has to change.
type said struct{ dies, unheard, recreated []string }

// between is where what is said and what is so at rest are different: of each question
// that is answered otherwise, all that is said, or all that became of which UID; ""
// if there is none.
func between(says said, a handler.Answers) string {
	var out []string
	differ := func(question string, says []string, rest ...string) {
		rest = slices.DeleteFunc(rest, func(r string) bool { return r == "" })
		switch {
		case len(says) > 0 && len(rest) == 0:
			slices.Sort(says)
			out = append(out, question+": reported "+strings.Join(slices.Compact(says), ", "))
		case len(says) == 0 && len(rest) > 0:
			out = append(out, question+": at rest "+strings.Join(rest, "; "))
		}
	}
	wants := func(what, missing string) string {
		if missing == "" {
			return ""
		}
		return what + " without " + perhaps(missing)
	}
	differ("tombstone", says.dies, a.Dies)
	differ("tombstone", says.unheard, wants("gone", a.Unheard))
	differ("recreation", says.recreated, wants("gone", a.Gone), wants("exists", a.Existing))
	return strings.Join(out, " | ")
}

// perhaps says of what is missing only under a condition on the generations which that
// is. The structures of the tables have numbers, which are left out.
func perhaps(missing string) string {
	all := strings.Split(missing, ", ")
	var out []string
	for _, m := range all {
		name, differ := strings.Replace(m, differing, "", 1), strings.Contains(m, differing)
		before, uid, _ := strings.Cut(name, " for ")
		switch both := slices.Contains(all, before+differing+" for "+uid); {
		case differ && slices.Contains(all, name):
			continue
		case !differ && !both && strings.Contains(missing, differing):
			name += " (generations equal)"
		case differ:
			name += differing
		}
		out = append(out, numbered.ReplaceAllString(name, ""))
	}
	return strings.Join(out, ", ")
}

const differing = " (generations differ)"

var numbered = regexp.MustCompile(`\w+\.state\d+\.`)

func TestBetween(t *testing.T) {
	gone := func(what string) handler.Answers { return handler.Answers{Gone: what} }
	for _, test := range []struct {
		says said
		rest handler.Answers
		want string
	}{
		{said{}, handler.Answers{}, ""},
		{said{recreated: []string{"uid-keyed-state of update"}}, gone("p.m for a1"), ""},
		{said{recreated: []string{"b of update", "a of update", "b of update"}}, handler.Answers{}, "recreation: reported a of update, b of update"},
		{said{}, gone("p.state3.m for a1"), "recreation: at rest gone without m for a1"},
		{said{}, gone("m (generations differ) for a1, m for a1"), "recreation: at rest gone without m for a1"},
		{said{}, gone("m (generations differ) for a1, n (generations differ) for a1, n for a1"), "recreation: at rest gone without m for a1 (generations differ), n for a1"},
		{said{}, gone("m (generations differ) for a1, n for a1"), "recreation: at rest gone without m for a1 (generations differ), n for a1 (generations equal)"},
		{said{dies: []string{"unchecked of drop"}}, handler.Answers{Existing: "m for a2", Gone: "m for a1"}, "tombstone: reported unchecked of drop | recreation: at rest gone without m for a1; exists without m for a2"},
	} {
		if got := between(test.says, test.rest); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

// reported is what the checks report of the groups of a package, with all rules: what
// has a failing run.
func reported(r result) []said {
	out := make([]said, len(r.handlers.Groups))
	tombs, cases := handler.OfDeletions(r.handlers).Tombs(func(*judge.Tomb) bool { return false })
	for i, c := range cases {
		if w, _ := c.Witness(); w == nil {
			continue
		}
		for _, g := range c.Groups {
			what := fmt.Sprint(tombs[i].Kind, " of ", tombs[i].Func.Name())
			if tombs[i].Kind == judge.Unchecked || tombs[i].Panics {
				out[g].dies = append(out[g].dies, what)
			} else {
				out[g].unheard = append(out[g].unheard, what)
			}
		}
	}
	trial := handler.OfUIDs(r.handlers, func(judge.UIDKind) bool { return true })
	for g := range out {
		for _, u := range trial.UIDs(g) {
			c := &handler.Case{Trial: trial, Groups: []int{g}}
			if u.Pos.IsValid() && u.Kind != judge.NoUpdate && u.Kind != judge.WrittenOnce {
				c.Points = []token.Pos{u.Pos}
			}
			if w, _ := c.Witness(); w != nil {
				what := string(u.Kind)
				if u.Func != nil {
					what += " of " + u.Func.Name()
				}
				out[g].recreated = append(out[g].recreated, what)
			}
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
	setup    = "how the program was set up is chosen here for each call"
	variable = "Add does one of two things, and only what it always does is asked for"
)

// A difference is where what is reported is not what is so at rest: what differs, as
// between says it, and why. Nothing else of the group may differ.
type difference struct{ why, what string }

var differences = map[string]difference{
	"tombstone/ok/chained: 0":                                                  {opaque, "tombstone: at rest the process ends | recreation: at rest exists without Set for a2"},
	"tombstone/ok/chained: 1":                                                  {opaque, "tombstone: at rest gone without Remove for a1"},
	"tombstone/ok/dispatch: 0":                                                 {otherwork, "tombstone: at rest gone without Remove for a1"},
	"tombstone/ok/helpers: 0":                                                  {opaque, "recreation: at rest exists without Set for a2"},
	"tombstone/ok/helpers: 1":                                                  {opaque, "recreation: at rest exists without Set for a2"},
	"tombstone/ok/reflected: 0":                                                {told, "tombstone: at rest the process ends"},
	"tombstone/ok/reflected: 1":                                                {told, "tombstone: at rest the process ends"},
	"tombstone/ok/reflected: 2":                                                {told, "tombstone: at rest the process ends"},
	"tombstone/wrapped/constructor: 0":                                         {opaque, "recreation: at rest exists without Set for a2"},
	"tombstone/wrapped/fields: 0":                                              {opaque, "recreation: at rest exists without Set for a2"},
	"tombstone/wrapped/filters: 0":                                             {opaque, "recreation: at rest exists without Set for a2"},
	"tombstone/wrapped/pointers: 0":                                            {opaque, "recreation: at rest exists without Set for a2"},
	"uidcheck/deleting: 0":                                                     {variable, "recreation: reported generation-dropped of Watch$1"},
	"uidcheck/expected: 0":                                                     {worker, "recreation: reported expectations-remembered of updated"},
	"uidcheck/ok/maps: 0":                                                      {shared, "recreation: at rest gone without maps.index.byUID for a1"},
	"uidcheck/ok/maps: 1":                                                      {helped, "recreation: at rest gone without maps.byName.nodes for a1"},
	"uidcheck/ok/piped: 0":                                                     {cleared, "tombstone: at rest the process ends | recreation: at rest gone without Remove for a1, piped.tracker.pods for a1"},
	"uidcheck/wrapped/piped: 0":                                                {cleared, "tombstone: at rest the process ends"},
	"uidcheck/ok/pruned: 0":                                                    {helped, "recreation: at rest gone without pruned.index.byUID for a1"},
	"uidcheck/ok/recursive: 0":                                                 {uncalled, "recreation: at rest gone without recursive.index.byUID for a1; exists without recursive.index.byUID for a2"},
	"uidcheck/ok/replaced: 0":                                                  {helped, "recreation: at rest gone without replaced.Controller.byUID for a1"},
	"uidcheck/ok/rereads: 0":                                                   {helped, "recreation: at rest gone without rereads.index.byUID for a1; exists without rereads.index.byUID for a2"},
	"uidcheck/optional: 0":                                                     {assumed, "recreation: reported equality-dropped of Watch$2"},
	"uidcheck/optional: 1":                                                     {assumed, "recreation: reported delete-work-skipped of Watch$3"},
	"uidcheck/seen: 0":                                                         {worker, "recreation: reported delete-work-skipped of updated, generation-remembered of updated"},
	"uidcheck/settings: 0":                                                     {setup, "recreation: reported generation-dropped of update"},
	"uidcheck/wrapped/layers: 1":                                               {opaque, "recreation: at rest exists without added for a2"},
	"uidcheck/wrapped/awaited: 0":                                              {worker, "recreation: reported delete-work-skipped of Watch$1, expectations-remembered of Watch$1"},
	"uidcheck/wrapped/given: 0":                                                {told, "recreation: at rest gone without Take for a1"},
	"uidcheck/wrapped/notfound: 0":                                             {worker, "recreation: reported generation-remembered of updated"},
	"uidcheck/wrapped/observed: 0":                                             {worker, "recreation: reported delete-work-skipped of Watch$1, generation-remembered of Watch$1"},
	"choices: something unknown was asked before the panic":                    {told, "tombstone: at rest the process ends"},
	"choices: other work for a tombstone":                                      {otherwork, "tombstone: at rest gone without Add for a1"},
	"choices: by UID, and somebody gets both":                                  {told, "recreation: at rest gone without byUID for a1"},
	"choices: equal labels only":                                               {assumed, "recreation: reported equality-dropped of update"},
	"recreated: 0":                                                             {variable, "recreation: reported generation-dropped of update"},
	"otherkey: under both":                                                     {keys, "tombstone: at rest gone without kept for a1"},
	"otherkey: somebody else takes entries out":                                {shared, "tombstone: at rest gone without shared for a1"},
	"keeping: nothing for a change either":                                     {unneeded, "recreation: at rest gone without m for a1; exists without Add for a2"},
	"keeping: before the comparison, created together":                         {assumed, "recreation: reported equality-dropped of update"},
	"keeping: before the comparison, one address":                              {assumed, "recreation: reported equality-dropped of update"},
	"keeping: before the comparison, specs of nobody knows what":               {assumed, "recreation: reported equality-dropped of update"},
	"keeping: a loop sweeps":                                                   {helped, "recreation: at rest gone without m for a1"},
	"keeping: somebody starts again":                                           {helped, "recreation: at rest gone without m for a1"},
	"keeping: somebody clears it":                                              {helped, "recreation: at rest gone without m for a1"},
	"keeping: somebody gets the map":                                           {shared, "recreation: at rest gone without m for a1"},
	"keeping: somebody else calls Delete's helper":                             {shared, "recreation: at rest gone without m for a1"},
	"keeping: Delete's helper is exported":                                     {shared, "recreation: at rest gone without m for a1"},
	"keeping: Delete's helper is handed on":                                    {shared, "recreation: at rest gone without m for a1"},
	"keeping: Delete's helper may be called by an interface":                   {shared, "recreation: at rest gone without m for a1"},
	"keeping: somebody else calls Delete":                                      {shared, "recreation: at rest gone without m for a1"},
	"keeping: maps in a map":                                                   {keys, "recreation: at rest gone without other for a1"},
	"keeping: maps in a map, put back under another name":                      {shared, "recreation: at rest gone without other for a1; exists without m for a2, other for a2"},
	"keeping: maps in a map, a new one each time":                              {shared, "recreation: at rest gone without other for a1; exists without other for a2"},
	"keeping: maps in a map, one goes as a whole":                              {shared, "recreation: at rest gone without other for a1; exists without other for a2"},
	"keeping: maps in a map, one goes unless it is empty":                      {shared, "recreation: at rest gone without other for a1; exists without other for a2"},
	"keeping: maps in a map, all are made anew":                                {helped, "recreation: at rest gone without other for a1; exists without other for a2"},
	"keeping: maps in a map, all is written anew":                              {helped, "recreation: at rest gone without other for a1; exists without other for a2"},
	"keeping: maps in a map, swept":                                            {helped, "recreation: at rest gone without other for a1; exists without other for a2"},
	"keeping: maps in a map, one is given away":                                {shared, "recreation: at rest gone without other for a1; exists without other for a2"},
	"keeping: maps in a map, one is cleared":                                   {helped, "recreation: at rest gone without other for a1; exists without other for a2"},
	"keeping: maps in a map, one is put there from elsewhere":                  {shared, "recreation: at rest gone without other for a1; exists without other for a2"},
	"keeping: maps in a map, somebody else takes something away":               {shared, "recreation: at rest gone without other for a1; exists without other for a2"},
	"keeping: maps in a map, Update takes the old one's map away":              {keys, "recreation: at rest gone without other for a1"},
	"keeping: maps in a map, one goes by a text":                               {helped, "recreation: at rest gone without other for a1"},
	"keeping: in the background":                                               {background, "recreation: at rest gone without m for a1"},
	"keeping: a sync.Map that is taken from elsewhere":                         {shared, "recreation: at rest gone without Delete for a1"},
	"keeping: a set that somebody sweeps":                                      {helped, "recreation: at rest gone without set for a1"},
	"keeping: a set that somebody replaces":                                    {helped, "recreation: at rest gone without set for a1"},
	"keeping: a set that somebody gets":                                        {shared, "recreation: at rest gone without set for a1"},
	"keeping: Add by both":                                                     {keys, "recreation: at rest gone without m for a1"},
	"keeping: Delete by the name, and somebody puts it there":                  {shared, "recreation: at rest gone without m for a1"},
	"keeping: somebody else takes it away":                                     {shared, "recreation: at rest gone without m for a1"},
	"keeping: somebody else puts it there, and another one takes its place":    {helped, "recreation: at rest gone without m for a1"},
	"keeping: somebody else marks what is left":                                {helped, "recreation: at rest gone without m for a1"},
	"keeping: somebody else puts there what it finds":                          {helped, "recreation: at rest gone without m for a1"},
	"keeping: somebody else replaces it":                                       {helped, "recreation: at rest gone without m for a1"},
	"sweeping: Update":                                                         {helped, "recreation: at rest exists without m for a2"},
	"sweeping: Update, anew":                                                   {helped, "recreation: at rest gone without m for a1"},
	"queueing: what it knows of the name, and Update queues before it returns": {helped, "recreation: at rest gone without m for a1"},
	"queueing: another package's queue":                                        {helped, "recreation: at rest gone without m for a1; exists without m for a2"},
	"branching: the other one asks something unknown":                          {told, "tombstone: at rest gone without Add for a1"},
	"branching: something else is done for a tombstone":                        {otherwork, "tombstone: at rest gone without Add for a1"},
}

// What the checks report is what the executions come to at rest: for all handlers of the
// programs, right and wrong ones, somebody asks for each UID that is gone whether it had
// Delete's effect, and for each that exists whether it had Add's, and knows nothing of
// what the checks look for. Each difference has a reason, and each reason a difference.
func TestAsked(t *testing.T) {
	groups, cut, wrong := 0, 0, 0
	open := maps.Clone(differences)
	for _, r := range programs(t) {
		if r.handlers == nil || r.name == "elsewhere" || r.name == "kinds" {
			// There another group of the same informer sees to it, and a group is asked alone: TestElsewhere.
			// Or the objects are not of the type that is asserted, and here they are: TestWrongKind.
			continue
		}
		says := reported(r)
		for i, g := range r.handlers.Groups {
			groups++
			a := handler.Ask(r.handlers.Program(g))
			if a.Cut {
				cut++
				continue
			}
			if a != (handler.Answers{}) {
				wrong++
			}
			where := name(r, i)
			if got, want := between(says[i], a), differences[where].what; got != want {
				t.Errorf("%s:\n\t%s\nwant\n\t%s", where, got, want)
			}
			delete(open, where)
		}
	}
	for _, where := range slices.Sorted(maps.Keys(open)) {
		t.Errorf("%s: there is no such group that was asked", where)
	}
	t.Logf("%d groups, of which %d have too many ways; %d go wrong at rest, and %d differ", groups, cut, wrong, len(differences))
}
