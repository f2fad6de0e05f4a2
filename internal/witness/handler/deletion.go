package handler

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/judge"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/ssautil"
	"github.com/informerlint/informerlint/internal/witness/handler/keeping"
)

// Deletions runs a program's Delete function, and the filter in front of it,
// with deletions that the watch saw and with ones that it missed.
func Deletions(pr *interp.Program) *Verdict {
	v := newVerdict(pr)
	if pr.Predicate() {
		if v.Open = !pr.Group.Owned.IsValid(); !v.Open {
			v.run(unheard(pr), func(h *history, at int, _ int) bool { return h.calls[at].verb == tombstone })
		}
		return v
	}
	if pr.Group.Style != clientgo.Untyped || pr.Group.Opened || !pr.FilterKnown() {
		v.Open = true // no tombstone comes as one, or it is not known whether any comes
		return v
	}
	d := deletion{pr: pr, live: pr.Ways(interp.DeleteObject), dead: pr.Ways(interp.DeleteTombstone)}
	d.accepts, d.lets = pr.Ways(interp.FilterObject), pr.Ways(interp.FilterTombstone)
	if d.live.Cut || d.dead.Cut || d.accepts.Cut || d.lets.Cut {
		if v.Cut = !d.certain(); v.Cut {
			return v
		}
	}
	d.known, d.questions, d.answers = make(map[string]bool), make(map[string]fault), make(map[string]bool)
	for _, w := range d.live.All {
		for _, e := range work(w) {
			d.known[e.Key] = true
		}
	}
	d.panics(d.accepts.All, d.lets.All, filterName)
	if !d.rejected() {
		d.panics(d.live.All, d.dead.All, deleteName)
		d.losses()
		// A way on which more is lost than a field is set comes first.
		slices.SortStableFunc(d.faults, func(a, b fault) int {
			if setsField(a.lost) == setsField(b.lost) {
				return 0
			} else if setsField(a.lost) {
				return 1
			}
			return -1
		})
	}
	v.run(d.faults, func(h *history, at int, _ int) bool { return h.calls[at].verb == tombstone })
	return v
}

// unheard looks for ways of a predicate that let a deletion through and drop it where it
// comes as a tombstone.
func unheard(pr *interp.Program) (faults []fault) {
	live, dead := pr.Ways(interp.DeleteObject), pr.Ways(interp.DeleteTombstone)
	for _, l := range live.All {
		with := agreeing(pr, l, dead.All)
		if l.End != interp.Returns || l.Result == interp.False || len(with) == 0 || slices.ContainsFunc(with, func(w interp.Way) bool { return w.Result != interp.False }) {
			continue
		}
		return []fault{{
			property: reaches, verb: tombstone, role: deleteName, way: shortest(with), via: []token.Pos{judge.AsksUnknown(pr.Group.Delete.Fn)},
			last: step{thread: atRest, text: "the predicate has dropped the deletion, and the owner is not reconciled", pos: pr.Group.Owned},
		}}
	}
	return nil
}

// OfDeletions is the trial for tombstones.
func OfDeletions(pkg *resolve.Package) *Trial {
	t := &Trial{
		Package: pkg,
		Try:     func(p *resolve.Package, g *registered.Group) *Verdict { return Deletions(p.Program(g)) },
	}
	t.Find = func(p *resolve.Package, g *registered.Group) int { return len(t.tombs(p, g)) }
	return t
}

// tombs returns what a group does wrong with tombstones: what is seen if all that
// its functions do is compared, or else what only a run shows, way by way.
func (t *Trial) tombs(p *resolve.Package, g *registered.Group) []*judge.Tomb {
	seen, ask := judge.Compare(p, g)
	if !ask {
		return seen
	}
	v := t.try(p, g)
	if slices.ContainsFunc(v.prog.Ways(interp.DeleteTombstone).All, func(w interp.Way) bool { return w.Has(interp.Asked) }) {
		return nil // what was given the tombstone may have done the work
	}
	for _, f := range v.faults {
		if f.violating == 0 || f.role != deleteName || f.property != reaches {
			continue
		}
		for _, e := range f.way.Events {
			if e.Kind == interp.Failed {
				if tomb := judge.Shown(p, g, e.Pos, f.lost); tomb != nil {
					return []*judge.Tomb{tomb}
				}
			}
		}
	}
	return nil
}

// Tombs returns what handlers do wrong with tombstones, and its case. A helper
// that several handlers share is one defect, whether the tombstone is to be unwrapped in it
// or where they call it, except where a handler is to be told apart.
func (t *Trial) Tombs(apart func(*judge.Tomb) bool) (out []*judge.Tomb, cases []*Case) {
	type defect struct {
		pos        token.Pos
		kind       judge.TombKind
		shared, in *ssa.Function
	}
	seen := make(map[defect]int)
	for i, g := range t.Package.Groups {
		for _, tomb := range t.tombs(t.Package, g) {
			d := defect{pos: tomb.Pos, kind: tomb.Kind}
			k, ok := seen[d]
			if !ok && tomb.Shared != nil && len(tomb.Behind) == 0 && !apart(tomb) && t.try(t.Package, g).Witness(tomb.Pos) != nil {
				// Those of one function: one of another, such as of a test, is looked at apart.
				alike := defect{tomb.Inner, tomb.Kind, tomb.Shared, ssautil.Outermost(tomb.Func)}
				if k, ok = seen[alike]; !ok {
					seen[alike] = len(out)
				}
			}
			if ok {
				seen[d] = k
				out[k].Join(tomb)
				cases[k].Groups, cases[k].Points = append(cases[k].Groups, i), append(cases[k].Points, tomb.Pos)
				continue
			}
			seen[d] = len(out)
			out = append(out, tomb)
			cases = append(cases, &Case{Trial: t, Groups: []int{i}, Points: []token.Pos{tomb.Pos}})
		}
	}
	return out, cases
}

const (
	addName    = "the Add handler"
	updateName = "the Update handler"
	deleteName = "the Delete handler"
	filterName = "the filter"
	workerName = "the worker"
)

type deletion struct {
	pr            *interp.Program
	live, dead    interp.Ways // Delete, with an object and with a tombstone
	accepts, lets interp.Ways // the filter, with the same
	known         map[string]bool
	questions     map[string]fault // see asked
	answers       map[string]bool  // see met
	faults        []fault
}

func work(w interp.Way) []interp.Event {
	var out []interp.Event
	for _, e := range w.Events {
		if e.Kind == interp.Did {
			out = append(out, e)
		}
	}
	return out
}

func does(w interp.Way, key string) bool {
	return slices.ContainsFunc(w.Events, func(e interp.Event) bool { return e.Kind == interp.Did && e.Key == key })
}

// agreeing returns the ways that may go with another one.
func agreeing(pr *interp.Program, with interp.Way, ways []interp.Way) []interp.Way {
	var out []interp.Way
	for _, w := range ways {
		if !pr.Conflicts(with, w) {
			out = append(out, w)
		}
	}
	return out
}

// panics looks for ways with a tombstone that end the process, where none with
// an object does.
func (d *deletion) panics(live, dead []interp.Way, role string) {
	// No tombstone comes through, where an object does unless something else fails.
	always := !slices.ContainsFunc(dead, func(w interp.Way) bool { return w.End == interp.Returns })
	for _, w := range dead {
		if w.End == interp.Returns || w.Guessed ||
			// The code rejects what it finds in the tombstone.
			w.End == interp.Exits && w.Has(interp.Recognised) ||
			!always && slices.ContainsFunc(live, func(l interp.Way) bool { return l.End == w.End && l.At == w.At }) ||
			!d.live.Cut && !slices.ContainsFunc(live, func(l interp.Way) bool { return l.End == interp.Returns && !d.pr.Conflicts(l, w) }) {
			continue
		}
		if i := slices.IndexFunc(w.Events, func(e interp.Event) bool { return e.Kind == interp.Asked }); i >= 0 {
			asked := w.Events[i]
			if slices.ContainsFunc(dead, func(o interp.Way) bool {
				return o.End == interp.Returns && slices.ContainsFunc(o.Events, func(e interp.Event) bool { return e.Kind == interp.Asked && e.Pos == asked.Pos })
			}) {
				continue // it may have been told that this is a tombstone
			}
		}
		text := role + " panics, and the process ends"
		if w.End == interp.Exits {
			text = role + " panics or exits, and the process ends"
		}
		d.faults = append(d.faults, fault{
			property: "a tombstone does not make a handler panic",
			verb:     tombstone, role: role, way: w,
			last: step{thread: role, text: text, pos: w.At}, via: w.Via,
		})
	}
}

// rejected looks for a filter that lets the object through and its tombstone
// not. It reports whether no tombstone comes through at all.
func (d *deletion) rejected() bool {
	if !d.accepts.Exists {
		return false
	}
	for _, l := range d.accepts.All {
		if l.End != interp.Returns || l.Result == interp.False {
			continue
		}
		with := agreeing(d.pr, l, d.lets.All)
		if len(with) == 0 || slices.ContainsFunc(with, func(w interp.Way) bool { return w.End != interp.Returns || w.Result != interp.False }) {
			continue
		}
		for _, behind := range agreeing(d.pr, l, d.live.All) {
			if lost := work(behind); len(lost) > 0 {
				d.lost(lost[0], fault{
					role: filterName, way: shortest(with),
					last: step{thread: atRest, text: filterName + " has rejected the tombstone, and the Delete handler was not called; not done is " + lost[0].Name, pos: lost[0].Pos, lost: true},
				})
				break
			}
		}
	}
	return !slices.ContainsFunc(d.lets.All, func(w interp.Way) bool { return w.End == interp.Returns && w.Result != interp.False })
}

const reaches = "every deletion reaches the work of the Delete handler"

// losses looks for ways with an object whose work no way with a tombstone does
// that agrees with it. Whether it is done is seen by what is there after the call.
func (d *deletion) losses() {
	seen := make(map[string]bool)
	for _, l := range d.live.All {
		if l.End != interp.Returns || !passes(d.pr, d.accepts, l) {
			continue
		}
		var with []interp.Way
		for _, w := range agreeing(d.pr, l, d.dead.All) {
			if passes(d.pr, d.lets, w) {
				with = append(with, w)
			}
		}
		if len(with) == 0 || slices.ContainsFunc(with, d.otherwise) {
			continue
		}
		// As judge tells what is lost: what the object has a part in, and what is
		// taken away.
		var lost *interp.Event
		for _, e := range work(l) {
			if (lost == nil || says(e, *lost)) && !slices.ContainsFunc(with, func(w interp.Way) bool { return d.met(d.asked(e), w) }) {
				lost = &e
			}
		}
		if lost == nil {
			continue
		}
		for _, w := range with {
			if w.End != interp.Returns {
				continue // the panic is the fault
			}
			if id := fmt.Sprint(lost.Key, points(w)); seen[id] {
				continue
			} else {
				seen[id] = true
			}
			d.lost(*lost, fault{
				role: deleteName, way: w,
				last: step{thread: atRest, text: deleteName + " has returned; not done is " + lost.Name, pos: lost.Pos, lost: true},
			})
		}
	}
}

// lost adds a fault by which a piece of work is lost.
func (d *deletion) lost(e interp.Event, f fault) {
	asked := d.asked(e)
	f.property, f.verb, f.lost = reaches, tombstone, e.Key
	f.wish, f.before, f.due = asked.wish, asked.before, asked.due
	if f.wish != nil {
		f.last.text += "; at rest what Add has put into " + where(e) + " by the " + f.wish.by + " is there"
	}
	d.faults = append(d.faults, f)
}

// asked is what is asked at rest of a piece of Delete's work: of the store, if it is to
// take away an entry that Add puts there, or else of the calls.
func (d *deletion) asked(e interp.Event) (f fault) {
	id := fmt.Sprint(e.Key, e.Frees, e.Entry)
	if known, ok := d.questions[id]; ok {
		return known
	}
	defer func() { d.questions[id] = f }()
	f.due = due(e.Key)
	if !e.Frees || e.Entry.Map == "" || e.Entry.By == "" {
		return f // Add may do a lot, and has no say in it
	}
	adds := d.pr.Ways(interp.AddObject)
	if put := doingAt(adds.All, e.Entry.Map, false); put != nil && sameKeys(adds, e) {
		f.wish, f.before, f.due = &wish{place: e.Entry.Map, by: e.Entry.By}, put, ""
	}
	return f
}

// met reports whether what a fault asks for is so after an Add, and a tombstone that
// takes a way.
func (d *deletion) met(f fault, w interp.Way) bool {
	if f.wish == nil {
		return f.due.does(turn{body: &w}, call{verb: tombstone, obj: first}, first)
	}
	id := fmt.Sprint(f.wish.place, f.wish.by, touches(w, f.wish.place))
	met, known := d.answers[id]
	if !known {
		// What goes by another key does not take the entry out, unless somebody else puts
		// one there under that key, or looks after it.
		_, frees := touching(w, f.wish.place, true)
		met = !f.wish.wrong(f.wish.after(f.before, &w, ""), "") || frees && !d.alone(f.wish)
		d.answers[id] = met
	}
	return met
}

// alone reports whether the handlers alone reach the map that is asked about.
func (d *deletion) alone(asked *wish) bool {
	return slices.ContainsFunc(keeping.Of(d.pr), func(k *keeping.Map) bool { return k.Place == asked.place && k.By == asked.by && !k.Unclear })
}

// sameKeys reports whether all that Add puts into a map is under keys that are made of
// the same as the one that is taken away.
func sameKeys(adds interp.Ways, gone interp.Event) bool {
	for _, w := range adds.All {
		for _, e := range work(w) {
			if e.Entry.Map == gone.Entry.Map && !e.Frees && e.Entry.By != gone.Entry.By {
				return false
			}
		}
	}
	return true
}

// says reports whether one event says more than another of what a deletion is for.
func says(a, b interp.Event) bool {
	rank := func(e interp.Event) int {
		switch {
		case e.Frees:
			return 0
		case setsField(e.Key):
			return 2
		}
		return 1
	}
	return a.From > b.From || a.From == b.From && rank(a) < rank(b)
}

// setsField: a field that is set, often one of what is sent or given away then.
func setsField(key string) bool { return strings.HasPrefix(key, "write ") }

// points are the places that a way comes by.
func points(w interp.Way) string {
	text := ""
	for _, e := range w.Events {
		text += fmt.Sprint(e.Kind, e.Pos, e.Via, ";")
	}
	return text
}

// otherwise reports whether a way with a tombstone does something that is never
// done for an object: that is taken for the work in another form.
func (d *deletion) otherwise(w interp.Way) bool {
	return slices.ContainsFunc(work(w), func(e interp.Event) bool { return !d.known[e.Key] })
}

// passes reports whether a filter may let through what goes a way.
func passes(pr *interp.Program, filter interp.Ways, w interp.Way) bool {
	return !filter.Exists || slices.ContainsFunc(filter.All, func(f interp.Way) bool {
		return f.End == interp.Returns && f.Result != interp.False && !pr.Conflicts(f, w)
	})
}

// shortest returns the way with the fewest events and choices.
func shortest(ways []interp.Way) interp.Way {
	return slices.MinFunc(ways, func(a, b interp.Way) int {
		return len(a.Events) + len(a.Choices) - len(b.Events) - len(b.Choices)
	})
}
