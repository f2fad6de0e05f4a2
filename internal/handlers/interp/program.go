package interp

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/handlers/past"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/source"
	"github.com/informerlint/informerlint/internal/handlers/value"
)

// A Program is what the functions of a group do, way by way: what is known of
// them without asking whether it is right. It is extracted on demand, by the
// same abstract interpretation that Tombs and UIDs use, but does not know
// their results.
//
// A way is one path through a function, with the functions that it calls, for
// one [Input]. What the input decides (the type of what is handed over, whether
// UIDs, generations or versions are equal) is decided on it. Every other
// condition is a free choice: it goes both ways, and each way says how it went.
// Ways that differ only in conditions that made no difference are one, and say
// nothing of those conditions. If there are too many, ways that meet again are
// one, which has the events of each: then an event says that it may happen.
type Program struct {
	Group *registered.Group
	// Conds are the free choices, by the index that a Choice has.
	Conds []Cond

	in    *Machine
	rec   *recorder
	ways  map[Input]Ways
	apart map[Input]Ways // what Apart returns
	// direct is set if Delete has too many ways with what workers and tasks do.
	direct bool
	works  *work // what its workers find; nil: they are not run with keys
	// working is what Working returns, once somebody has asked.
	working *Program
	asked   bool
}

// An Input is what a function of a group is called with.
type Input uint8

// The inputs. In UpdateEqual and UpdateDiffer an object was deleted and created
// again: two UIDs, two resource versions; everything else is a free choice. The
// inputs after them are of an object that the watch never lost: one UID.
const (
	DeleteObject    Input = iota // Delete, with an object
	DeleteTombstone              // Delete, with a tombstone that holds one
	FilterObject                 // the filter, with an object
	FilterTombstone              // the filter, with a tombstone that holds one
	AddObject                    // Add; effects tell UIDs apart
	RemoveObject                 // Delete, with an object; effects tell UIDs apart
	UpdateEqual                  // Update, the generations are equal
	UpdateDiffer                 // Update, the generations differ
	UpdateStatus                 // Update of one object: its generation is the same, its resource version is not
	UpdateSpec                   // Update of one object: generation and resource version differ
	UpdateResync                 // Update of one object with itself
	AddCalled                    // AddObject, as it is followed from another handler that calls Add
	RemoveCalled                 // RemoveObject, as it is followed from another handler that calls Delete
)

// Ways are all ways through a function for one input.
type Ways struct {
	Exists bool // there is such a function, and it can be followed
	// Cut is set if there are too many ways. Then none are given.
	Cut bool
	// Coarse is set if ways that meet were made one: an event on a way says only
	// that it may happen.
	Coarse bool
	// OddDies is set if an object of another type than the function expects ends
	// the process. Nothing else is known of such an object.
	OddDies bool
	All     []Way
}

// A Way is one path through a function.
type Way struct {
	Choices []Choice // the free choices on it, in their order
	Events  []Event
	End     Ending
	At      token.Pos // where it ends, if it does not return
	Via     []token.Pos
	Result  Truth  // of a function that returns a bool
	Says    string // the shape of a result that is not known, by Apart
	// Whole is set if whatever goes as the choices say goes this way.
	Whole bool
	// Guessed is set if the way does not return, and something unknown that was given
	// the tombstone has decided a condition on it: it may have told it apart.
	Guessed bool
}

// A Choice is how a free choice went.
type Choice struct {
	Cond  int
	Yes   bool
	After int // the number of events before it
}

// A Cond is a condition that the input does not decide.
type Cond struct {
	Pos   token.Pos
	About About
	Loop  bool // it says whether a loop goes on
	// Inverted is set if the source asks the opposite: go/ssa has no "!" before what
	// a branch asks.
	Inverted bool
	// Of is what is asked, if it is something about one field, such as
	// "DeletionTimestamp zero"; with Not, the condition is true if it is not so.
	// If the contents of both objects are compared it is the field.
	Of  string
	Not bool
	// Kept: it asks whether there is an entry in a map; with Not, whether there is none.
	Kept bool
	// Setting: it asks how the program was set up, and goes one way each time.
	Setting bool
	// At is what it is asked in, and In the calls that led there.
	At *ssa.If
	In *Frame
}

// About says what a condition depends on.
type About uint8

// What conditions depend on. In a run with one object that object is Old.
const (
	AboutElse  About = iota // nothing of the objects
	AboutType               // the object's Go type
	AboutName               // the name or namespace, the same in old and new
	AboutOld                // the contents of the old object
	AboutNew                // the contents of the new object
	AboutBoth               // both
	AboutEqual              // whether something other than UID, version and generation is equal in both; Yes: it is
	AboutUID                // whether the UID is one that was kept
)

// An Ending says how a way ends.
type Ending uint8

// The endings.
const (
	Returns Ending = iota
	Panics
	Exits
)

// A Truth is a bool that may not be known.
type Truth uint8

// The truth values.
const (
	Unknown Truth = iota
	True
	False
)

// An EventKind says what happens on a way.
type EventKind uint8

// The kinds of events.
const (
	Did        EventKind = iota // work: see Effect
	Failed                      // a type assertion or key function fails on a tombstone
	Recognised                  // an assertion to the tombstone's type succeeds
	Asked                       // something unknown gets the tombstone, or both objects of an update
	Compared                    // UIDs, generations or versions of old and new are compared
	Kept                        // a UID is compared with one that was kept
	Found                       // the new object's UID is looked for among those that are kept
)

// An Event is something that happens on a way.
type Event struct {
	Kind EventKind
	Pos  token.Pos
	Via  []token.Pos // the calls that lead there, from the handler on
	Func string      // the function it happens in

	Part  string // Compared: "UID", "Generation" or "ResourceVersion"
	Equal bool   // Compared: and they are

	// Did: what is done to what. Work of one Key is the same work.
	Key, Name string
	Full      string      // Name with its package
	From      uint8       // bits: Old, New; which objects have a part in it
	Whole     uint8       // which are given away as wholes
	UID       uint8       // whose UID is the key
	Queue     bool        // it adds to a queue
	Frees     bool        // it takes state away
	Place     string      // of a map's method: the map
	Named     bool        // its key is made of the object's name
	Fresh     bool        // it writes only where there is nothing
	Entry     value.Entry // of a map: which one
	Says      string      // the constants that have a part in what it gets, as far as Apart asks
	Kept      string      // the place in another package that it keeps or frees something in
	Gives     string      // a call that gets whole objects, and is not followed: its package
	// How is "go " or "defer " for each call that leads there and is of that
	// kind: it is taken to be done at once, but that is not the same.
	How string
	// Worker: what takes the object's key out of a queue does it, and finds the object.
	Worker bool
}

// maxWays limits the ways of one function that are told apart.
const maxWays = 1000

// Program returns the group's program.
func (in *Machine) Program(g *registered.Group) *Program {
	return &Program{Group: g, in: in, rec: newRecorder(), ways: make(map[Input]Ways), apart: make(map[Input]Ways)}
}

// Ways extracts the ways of an input, the first time it is asked for.
func (pr *Program) Ways(in Input) Ways {
	if w, ok := pr.ways[in]; ok {
		return w
	}
	ins := []Input{in}
	if in == DeleteObject || in == DeleteTombstone {
		ins = []Input{DeleteObject, DeleteTombstone} // they are compared
	}
	for {
		cut := false
		for _, in := range ins {
			pr.ways[in] = pr.extract(in, past.ByWork)
			cut = cut || pr.ways[in].Cut
		}
		pr.Conds = pr.rec.list
		if !cut || pr.direct || len(ins) == 1 {
			return pr.ways[in]
		}
		pr.direct = true
	}
}

// Apart extracts the ways of an input with all conditions that were met on them, also
// those that made no difference: two ways with the same choices differ in what the
// rounds of a loop do. It is cut where that are too many.
func (pr *Program) Apart(in Input) Ways {
	w, ok := pr.apart[in]
	if !ok {
		if w = pr.Ways(in); w.Exists && !w.Cut && !w.Coarse {
			w = pr.extract(in, past.ByChoice)
			pr.Conds = pr.rec.list
		}
		w.Cut = w.Cut || w.Coarse
		pr.apart[in] = w
	}
	return w
}

// FilterKnown reports whether it is known which tombstones the filter in front lets
// through: neither is the filter unknown, nor has something unknown had the
// tombstone when it lets it through.
func (pr *Program) FilterKnown() bool {
	return !pr.Group.FilterUnknown && !slices.ContainsFunc(pr.Ways(FilterTombstone).All, func(w Way) bool {
		return w.End == Returns && w.Result != False && slices.ContainsFunc(w.Events, func(e Event) bool { return e.Kind == Asked })
	})
}

// extract runs the function that gets an input.
func (pr *Program) extract(in Input, grain past.Grain) Ways {
	f, objs, t := pr.subject(in)
	if f == nil {
		return Ways{}
	}
	pr.in.mu.Lock()
	defer pr.in.mu.Unlock()
	coarse, ok := pr.explore(t, f, objs, grain)
	if !ok {
		return Ways{Exists: true, Cut: true}
	}
	w := Ways{Exists: true, Coarse: coarse, OddDies: pr.rec.oddDies}
	for _, e := range t.Ends {
		if e.Flags&Odd != 0 {
			continue
		}
		way := pr.way(e.past)
		if way.Result = e.Truth(); grain == past.ByChoice && len(e.results) == 1 {
			way.Says = e.results[0].Says
		}
		way.Whole = !coarse && !e.past.Merged
		w.All = append(w.All, way)
	}
	for _, key := range pr.rec.order {
		d := pr.rec.deaths[key]
		way := pr.way(d.past)
		way.End, way.At, way.Via, way.Guessed = d.how, d.fr.Pos(d.at), d.fr.Via(), d.guessed
		w.All = append(w.All, way)
	}
	return w
}

// subject returns the function that gets an input, nil if there is none, with
// what it gets and how it is run.
func (pr *Program) subject(in Input) (f *registered.Func, objs []value.Value, t *Trail) {
	old, cur, stone := value.Value{Kind: value.Object, From: Old}, value.Value{Kind: value.Object, From: New}, value.Value{Kind: value.Tomb, From: Old}
	g := pr.Group
	objs, t = []value.Value{old}, &Trail{in: pr.in, rec: pr.rec, Direct: pr.direct}
	switch in {
	case DeleteObject:
		f = g.Delete
	case DeleteTombstone:
		f, objs = g.Delete, []value.Value{stone}
	case FilterObject:
		f = g.Filter
	case FilterTombstone:
		f, objs = g.Filter, []value.Value{stone}
	case AddObject:
		f, t.uid = g.Add, true
	case RemoveObject:
		f, t.uid = g.Delete, true
	case UpdateEqual, UpdateDiffer:
		f, objs, t.uid, t.same = g.Update, []value.Value{old, cur}, true, in == UpdateEqual
	case UpdateStatus, UpdateSpec, UpdateResync:
		f, objs, t.uid, t.same = g.Update, []value.Value{old, cur}, true, in != UpdateSpec
		t.one, t.resync = true, in == UpdateResync
	case AddCalled:
		f, t.uid, t.depth = g.Add, true, 1
	case RemoveCalled:
		f, t.uid, t.depth = g.Delete, true, 1
	}
	if pr.works != nil {
		t.works = pr.works.at(in)
	}
	if f != nil && (t.uid || pr.Predicate()) {
		objs = f.Objects(objs...)
	}
	return f, objs, t
}

// Source returns the text of all functions of the package that the one that gets
// an input may call.
func (pr *Program) Source(in Input) string {
	f, _, _ := pr.subject(in)
	if f == nil {
		return ""
	}
	return source.Text(pr.in.pass.Fset, pr.in.pkg, f.Functions())
}

// Reaches reports whether what gets an input is or may call a function that has a place.
func (pr *Program) Reaches(in Input, places []token.Pos) bool {
	f, _, _ := pr.subject(in)
	return f != nil && source.Reaches(pr.in.pkg, f.Functions(), places)
}

// explore runs a function with its ways kept apart, and again with those made
// one that meet if there are too many. It reports whether it had to do that, and
// whether that was enough.
func (pr *Program) explore(t *Trail, f *registered.Func, objs []value.Value, grain past.Grain) (coarse, ok bool) {
	m := pr.in
	m.grain, m.ids.Fields, m.ids.Says = grain, true, grain == past.ByChoice
	defer func() { m.grain, m.ids.Fields, m.ids.Says = past.ByWork, false, false }()
	for {
		pr.rec.next()
		t.Effects, t.Steps, t.GaveUp = make(map[string]*Effect), 0, false
		t.start(f, objs)
		if !t.GaveUp && len(t.Ends)+len(pr.rec.order) <= maxWays {
			return m.grain == past.Coarse, true
		}
		if m.grain != past.ByWork {
			return true, false
		}
		m.grain, m.ids.Fields = past.Coarse, false
	}
}

func (pr *Program) way(p past.Past) Way {
	var w Way
	for _, d := range p.Decided {
		w.Choices = append(w.Choices, Choice{d.Cond, d.Yes, d.At})
	}
	for _, id := range p.Records {
		w.Events = append(w.Events, event(pr.rec.records[id]))
	}
	return w
}

func event(r record) Event {
	e := Event{Kind: r.kind, Pos: r.pos, Via: r.frame.Via(), Part: r.part, Equal: r.equal}
	if r.frame != nil {
		e.Func, e.Worker = r.frame.Fn.Name(), r.frame.Worker
	}
	if f := r.effect; f != nil {
		e.Key, e.Name, e.Full, e.From, e.Whole, e.UID = f.Key, effect.Short(f.Name), f.Name, f.From, f.Whole, f.UID
		e.Queue, e.Frees, e.Place, e.Named, e.Fresh = f.Enqueues(), f.Frees, f.Place, f.Named, f.Fresh
		e.Kept, e.Gives, e.Entry, e.Says = f.Kept, f.Gives, f.Entry, f.says
		e.How = r.frame.Manners() + f.how
	}
	return e
}

// Functions are those of the program's package.
func (pr *Program) Functions() []*ssa.Function { return pr.in.fns }

// Need notes that something is known from a function.
func (pr *Program) Need(fn *ssa.Function) { pr.in.Need(fn) }

// Position is a line of the program's package.
func (pr *Program) Position(pos token.Pos) token.Position { return pr.in.pass.Fset.Position(pos) }

// Predicate reports whether the functions are predicates: their results say
// whether a notification goes on.
func (pr *Program) Predicate() bool { return pr.Group.Style == clientgo.Predicate }

// Conflicts reports whether two ways cannot be ways of one world: a free
// choice went differently on them, or the object has two types.
func (pr *Program) Conflicts(a, b Way) bool {
	for _, x := range a.Choices {
		about := pr.Conds[x.Cond].About
		for _, y := range b.Choices {
			if x.Cond == y.Cond && x.Yes != y.Yes || x.Cond != y.Cond && about == AboutType && pr.Conds[y.Cond].About == AboutType && x.Yes && y.Yes {
				return true
			}
		}
	}
	return false
}

// Has reports whether an event of a kind is among those of a way.
func (w *Way) Has(kind EventKind) bool {
	return slices.ContainsFunc(w.Events, func(e Event) bool { return e.Kind == kind })
}
