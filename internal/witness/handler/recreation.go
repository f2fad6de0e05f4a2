package handler

import (
	"cmp"
	"go/token"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/aftermath"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/judge"
	"github.com/informerlint/informerlint/internal/handlers/keep"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/witness/handler/notice"
)

// Assume says what else may be, or is asked for. The zero value is what holds
// for the rules that are on by default.
type Assume struct {
	// EqualContents: what Update compares of old and new, other than UIDs,
	// versions and generations, may be equal.
	EqualContents bool
	// DeleteWork: all of Delete's taking away is asked for, not only what is
	// keyed by UID, where Update does nothing but enqueue.
	DeleteWork bool
	// Forgets are places: what Delete takes away there is asked for on every way.
	Forgets []string
	// Worked is what makes the work on a key forget an object that is not found, by
	// the names of the Update functions of the groups that have to do it for one
	// that is in another's place.
	Worked map[string]interp.Event
	// NoUpdate: Add's work is asked for if there is no Update function; WrittenOnce
	// has the names of Add functions of which it always is.
	NoUpdate    bool
	WrittenOnce map[string]bool
	// Tells: the functions tell UIDs apart, so that it is worth a look what they
	// keep by them.
	Tells bool
}

// Forgets are the places of generations that only Delete handlers of a package
// forget, an Assume's, by what all its groups do wrong.
func Forgets(all []*judge.UID) (out []string) {
	for _, u := range all {
		if u.Kind == judge.GenerationRemembered && !u.Worked {
			out = append(out, cmp.Or(u.State.Place, u.State.Name))
		}
	}
	return out
}

// WrittenOnce is an Assume's, by what all groups of a package do wrong.
func WrittenOnce(all []*judge.UID) map[string]bool {
	out := make(map[string]bool)
	for _, u := range all {
		if u.Kind == judge.WrittenOnce {
			out[u.Func.String()] = true
		}
	}
	return out
}

// Worked is an Assume's, by what all groups of a package do wrong.
func Worked(all []*judge.UID) map[string]interp.Event {
	out := make(map[string]interp.Event)
	for _, u := range all {
		if u.Worked {
			out[u.Func.String()] = u.State.Event()
		}
	}
	return out
}

// Recreations runs a program with objects that are deleted and created again.
func Recreations(pr *interp.Program, a Assume) *Verdict {
	v := newVerdict(pr)
	if pr.Group.Open {
		v.Open = true
		return v
	}
	r := newRecreation(pr, a)
	if r.add.Cut || r.remove.Cut || r.same.Cut || r.differ.Cut || r.filter.Cut {
		v.Cut = true
		return v
	}
	// What a call does depends on the program alone; whether it is the last
	// word on a UID depends on the history.
	left, missed := r.left(), r.missed()
	v.drops = len(missed) > 0
	if a.Tells {
		missed = append(missed, r.kept()...)
	}
	// At rest, the one is asked for each UID that is gone, the other for each that
	// exists.
	v.run(r.faults, func(h *history, at, fault int) bool {
		c := h.calls[at]
		return r.faults[fault].wish != nil || c.verb == update && (slices.Contains(left, fault) && c.old != h.exists && !h.told(c.old, remove, tombstone) ||
			slices.Contains(missed, fault) && c.obj == h.exists && !h.told(c.obj, add))
	})
	if a.Tells && len(v.Kept()) == 0 {
		v.working = working(pr, a)
	}
	return v
}

// told reports whether the handler was told of a UID in one of these ways.
func (h *history) told(uid string, verbs ...verb) bool {
	return slices.ContainsFunc(h.calls, func(c call) bool { return c.obj == uid && slices.Contains(verbs, c.verb) })
}

type recreation struct {
	pr                        *interp.Program
	after                     *aftermath.Aftermath
	assume                    Assume
	add, remove, same, differ interp.Ways
	filter                    interp.Ways
	faults                    []fault

	adds, removes, updates []interp.Event // all work, of any way
	compares               bool           // some way of Update looks at UIDs
	hands                  bool           // some way of Update gives something to a queue, or to what is not known
}

func newRecreation(pr *interp.Program, a Assume) *recreation {
	r := &recreation{
		pr: pr, after: aftermath.Of(pr), assume: a, add: pr.Ways(interp.AddObject), remove: pr.Ways(interp.RemoveObject),
		same: pr.Ways(interp.UpdateEqual), differ: pr.Ways(interp.UpdateDiffer), filter: pr.Ways(interp.FilterObject),
	}
	r.collect()
	return r
}

// collect gathers what the functions do on any way.
func (r *recreation) collect() {
	gather := func(ways ...interp.Ways) (out []interp.Event) {
		for _, ws := range ways {
			for _, w := range ws.All {
				out = append(out, r.work(w)...)
			}
		}
		return out
	}
	r.adds, r.removes, r.updates = gather(r.add), gather(r.remove), gather(r.same, r.differ)
	for _, w := range slices.Concat(r.same.All, r.differ.All) {
		r.compares, r.hands = r.compares || looks(w), r.hands || hands(w)
	}
}

// work leaves out what is done by UID to a place that the package sweeps: what is
// missing or left there is found without the handler.
func (r *recreation) work(w interp.Way) []interp.Event {
	return slices.DeleteFunc(slices.Clone(work(w)), r.swept)
}

func (r *recreation) swept(e interp.Event) bool { return e.UID != 0 && r.after.Swept(e.Full) }

// looks reports whether a way looks at UIDs, or may have them looked at.
func looks(w interp.Way) bool {
	return slices.ContainsFunc(w.Events, func(e interp.Event) bool {
		return e.Kind == interp.Asked || e.Kind == interp.Kept || e.Kind == interp.Found || e.Kind == interp.Compared && e.Part == "UID"
	})
}

// cares reports whether a way may look after the old object. One that looks for the
// new one's UID finds nothing of the old.
func cares(w interp.Way) bool {
	return slices.ContainsFunc(w.Events, func(e interp.Event) bool {
		return e.Kind == interp.Asked || e.Kind == interp.Kept || onOld(e) || e.Kind == interp.Compared && e.Part == "UID"
	})
}

func onOld(e interp.Event) bool {
	return e.Kind == interp.Did && (e.From|e.UID|e.Whole)&interp.Old != 0
}

func onNew(e interp.Event) bool {
	return e.Kind == interp.Did && (e.From|e.UID|e.Whole)&interp.New != 0
}

// report adds a fault of an Update call and returns its index.
func (r *recreation) report(property string, w interp.Way, role string, last step, before *interp.Way) int {
	r.faults = append(r.faults, fault{property: property, verb: update, role: role, way: w, before: before, last: last})
	return len(r.faults) - 1
}

// doing returns a way that does a piece of work.
func doing(ways []interp.Way, key string) *interp.Way {
	var with []interp.Way
	for _, w := range ways {
		if does(w, key) {
			with = append(with, w)
		}
	}
	if len(with) == 0 {
		return nil
	}
	w := shortest(with)
	return &w
}

// left looks for work of Delete that an Update leaves undone for the UID that
// is gone.
func (r *recreation) left() (out []int) {
	const property = "for each UID that is gone Delete's work was done"
	if !r.same.Exists {
		return nil
	}
	lost := func(w interp.Way, e interp.Event) {
		i := r.report(property, w, updateName,
			step{thread: atRest, text: updateName + " has returned; for the UID that is gone, not done is " + r.whose(e) + e.Name, pos: e.Pos, lost: true}, doing(r.add.All, e.Key))
		r.stored(i, e)
		out = append(out, i)
	}
	// A way that ends the process is no care, and nothing is left undone on it.
	keyed := r.keyedByUID()
	// What is kept by UID may be looked after by what runs later.
	behind := func(w interp.Way, e interp.Event) {
		if !slices.ContainsFunc(r.updates, func(u interp.Event) bool { return u.Key == e.Key && u.Frees && u.UID == 0 && u.Entry.By == "" }) && !((hands(w) || !r.hands) && r.later(e)) {
			lost(w, e)
		}
	}
	for _, ways := range [][]interp.Way{returning(r.same.All), returning(r.differ.All)} {
		if len(ways) == 0 {
			continue
		}
		// One finds that the UIDs differ, and does Delete's work for the wrong one.
		for _, w := range ways {
			if e, ok := mistaken(w, keyed); ok {
				behind(w, e)
				break
			}
		}
		// No way looks at the old object.
		if !slices.ContainsFunc(ways, cares) {
			for _, e := range keyed {
				if !e.Queue && e.Kept == "" && r.again(e) {
					continue // the new object's is looked after in the same way: no sign that it is Delete's alone
				}
				behind(shortest(ways), e)
				break
			}
		}
		// One leaves by the new object alone, before the old one is looked at.
		if w, ok := r.early(ways, cares); ok {
			if len(keyed) > 0 {
				behind(w, keyed[0])
			} else if e, ok := r.splits(); ok {
				lost(w, e) // it is Update's own work on the old object that this way leaves out
			}
		}
	}
	out = append(out, r.inherited()...)
	r.remembered(lost)
	r.worked(lost)
	// The key of the old object, which is that of the new one, is no care.
	other := func(e interp.Event) bool { return !e.Queue || (e.UID|e.Whole)&interp.Old != 0 }
	if r.assume.DeleteWork && !slices.ContainsFunc(r.updates, other) && !slices.ContainsFunc(slices.Concat(r.same.All, r.differ.All), looks) {
		for _, e := range r.removes {
			if e.Frees && e.From != 0 && !slices.ContainsFunc(r.updates, func(u interp.Event) bool { return u.Key == e.Key }) {
				if ways := returning(r.same.All); len(ways) > 0 {
					lost(shortest(ways), e)
				}
				break
			}
		}
	}
	return out
}

// hands reports whether something may run later because of a way: it gives something
// to a queue, or to something else that is not known.
func hands(w interp.Way) bool {
	return slices.ContainsFunc(w.Events, func(e interp.Event) bool {
		return e.Kind == interp.Asked || e.Kind == interp.Did && !e.Frees && e.Entry.Map == ""
	})
}

// later reports whether what runs after Update, because of what it has put into a
// queue, may do a piece of Delete's work for the UID that is gone: not if it was run,
// and does it only for the new one, or under the name, or not at all.
func (r *recreation) later(e interp.Event) bool {
	if e.Queue && !e.Frees {
		return false // that another item is queued later is no sign that it is this one
	}
	for _, c := range r.after.Chances(e) {
		if !c.Run || r.frees(c.Pos) {
			return true
		}
	}
	return false
}

// forOld reports whether what is taken away may be the old object's: its key is not
// the name, nor the new one's UID.
func forOld(e interp.Event) bool {
	return e.Frees && e.UID != interp.New && e.Entry.By != clientgo.PartName
}

// frees reports whether a worker, in a run with the key of an object that was created
// again, may take something away for the old one.
func (r *recreation) frees(at token.Pos) bool {
	for _, in := range []interp.Input{interp.UpdateEqual, interp.UpdateDiffer} {
		for _, w := range r.pr.Working().Ways(in).All {
			if slices.ContainsFunc(work(w), func(e interp.Event) bool {
				return e.Worker && e.Pos == at && forOld(e)
			}) {
				return true
			}
		}
	}
	return false
}

// stored lets a fault be asked of the store, if what Delete takes away is an entry
// that Add puts there.
func (r *recreation) stored(i int, e interp.Event) {
	here := func(put interp.Event) bool {
		return put.Entry.Map == e.Entry.Map && put.Entry.By == e.Entry.By && !put.Frees
	}
	put := doingAt(r.add.All, e.Entry.Map, false)
	if e.Entry.By != clientgo.PartUID || e.Entry.Map == "" || put == nil || !slices.ContainsFunc(r.adds, here) {
		return
	}
	r.faults[i].wish, r.faults[i].before = &wish{place: e.Entry.Map, by: e.Entry.By}, put
}

// whose says whose work an event is, if it is Delete's.
func (r *recreation) whose(e interp.Event) string {
	if slices.ContainsFunc(r.removes, func(d interp.Event) bool { return d.Key == e.Key }) {
		return "Delete's "
	}
	return ""
}

// remembered: what is kept under the name is forgotten on each way, whether or not
// it compares the UIDs.
func (r *recreation) remembered(lost func(interp.Way, interp.Event)) {
	for _, e := range r.removes {
		of := func(place string) bool { return e.Place == place || strings.HasSuffix(e.Key, " "+place) }
		if !e.Frees || !slices.ContainsFunc(r.assume.Forgets, of) {
			continue
		}
		for _, w := range slices.Concat(returning(r.same.All), returning(r.differ.All)) {
			if !slices.ContainsFunc(w.Events, func(d interp.Event) bool { return d.Kind == interp.Did && d.Key == e.Key }) {
				lost(w, e)
				return
			}
		}
	}
}

// worked: what is kept for the object that is gone is forgotten on each way. Delete
// was not called, and no work on the key has found the object gone.
func (r *recreation) worked(lost func(interp.Way, interp.Event)) {
	e, ok := r.assume.Worked[r.pr.Group.Update.Fn.String()]
	if !ok {
		return
	}
	for _, w := range slices.Concat(returning(r.same.All), returning(r.differ.All)) {
		if !does(w, e.Key) {
			lost(w, e)
			return
		}
	}
}

// returning leaves out the ways that end the process.
func returning(ways []interp.Way) (out []interp.Way) {
	for _, w := range ways {
		if w.End == interp.Returns {
			out = append(out, w)
		}
	}
	return out
}

// mistaken returns work of Delete that a way does for the new object's UID and
// not for the old one's, though it has compared them and nothing else on it is
// about the old object.
func mistaken(w interp.Way, keyed []interp.Event) (interp.Event, bool) {
	compared := false
	for _, e := range w.Events {
		if onOld(e) || e.Kind == interp.Asked || e.Kind == interp.Kept || e.Kind == interp.Found {
			return interp.Event{}, false
		}
		compared = compared || e.Kind == interp.Compared && e.Part == "UID"
	}
	for _, k := range keyed {
		if compared && !k.Queue && slices.ContainsFunc(work(w), func(e interp.Event) bool { return e.Key == k.Key && e.UID == interp.New }) {
			return k, true
		}
	}
	return interp.Event{}, false
}

// keyedByUID is what Delete takes away or queues under the UID.
func (r *recreation) keyedByUID() (out []interp.Event) {
	for _, e := range r.removes {
		if e.UID != 0 && (e.Frees || e.Queue) && (e.Kept == "" || r.stays(e.Kept)) {
			out = append(out, e)
		}
	}
	if len(out) > 0 {
		return out
	}
	// What Update itself takes away under the old one's, sooner or later.
	for _, e := range r.updates {
		if e.UID == interp.Old && e.Frees {
			out = append(out, e)
		}
	}
	return out
}

// stays reports whether what Add keeps in another package's place is there until
// Delete takes it away: nobody else gets the new object in Update.
func (r *recreation) stays(place string) bool {
	return slices.ContainsFunc(r.adds, func(e interp.Event) bool { return e.Kept == place && !e.Frees && e.UID != 0 }) &&
		!slices.ContainsFunc(r.updates, func(e interp.Event) bool { return e.Whole&interp.New != 0 && keep.Apart(e.Gives, place) })
}

// again reports whether Update does something under the new object's UID.
func (r *recreation) again(e interp.Event) bool {
	return slices.ContainsFunc(r.updates, func(u interp.Event) bool { return u.Key == e.Key && u.UID&interp.New != 0 })
}

// splits returns what Update does for the old object where it has found that
// the UIDs differ: that is what it takes to be Delete's work.
func (r *recreation) splits() (interp.Event, bool) {
	for _, w := range slices.Concat(r.same.All, r.differ.All) {
		compared := false
		var old, cur *interp.Event
		for i, e := range w.Events {
			compared = compared || e.Kind == interp.Compared && e.Part == "UID"
			if compared && onOld(e) && !r.swept(e) {
				old = &w.Events[i]
			}
			if compared && onNew(e) {
				cur = &w.Events[i]
			}
		}
		if old != nil && cur != nil {
			return *old, true
		}
	}
	return interp.Event{}, false
}

// early returns a way that does nothing and that a choice about the new object
// alone leads to, such that all ways after that choice forget the old object.
func (r *recreation) early(ways []interp.Way, cares func(interp.Way) bool) (interp.Way, bool) {
	if !slices.ContainsFunc(slices.Concat(r.same.All, r.differ.All), cares) {
		return interp.Way{}, false // it never looks at the old one: nothing is too early
	}
	for _, w := range ways {
		if cares(w) || len(work(w)) > 0 || slices.ContainsFunc(w.Choices, func(c interp.Choice) bool {
			about := r.pr.Conds[c.Cond].About
			return about == interp.AboutOld || about == interp.AboutBoth || about == interp.AboutEqual || about == interp.AboutUID
		}) {
			continue
		}
		for _, c := range w.Choices {
			if cond := r.pr.Conds[c.Cond]; cond.About != interp.AboutNew || cond.Kept && c.Yes != cond.Not {
				continue // nobody has kept anything of a UID that was never seen before
			}
			if !slices.ContainsFunc(ways, func(o interp.Way) bool { return notice.Chose(o, c) && cares(o) }) {
				return w, true
			}
		}
	}
	return interp.Way{}, false
}

// inherited looks for an entry that Update writes under the object's name only
// if there is none: it finds the old object's.
func (r *recreation) inherited() (out []int) {
	if r.compares {
		return nil
	}
	for _, ways := range [][]interp.Way{r.same.All, r.differ.All} {
		for _, w := range ways {
			for _, e := range work(w) {
				if !e.Fresh || !e.Named {
					continue
				}
				here := func(o interp.Event) bool { return o.Place == e.Place && o.Named }
				written := slices.ContainsFunc(r.adds, func(o interp.Event) bool { return here(o) && !o.Frees })
				taken := slices.ContainsFunc(r.removes, func(o interp.Event) bool { return here(o) && o.Frees })
				other := slices.ContainsFunc(r.updates, func(o interp.Event) bool { return here(o) && o.Pos != e.Pos })
				if !written || !taken || other {
					continue
				}
				out = append(out, r.report("for each UID that is gone Delete's work was done", w, updateName,
					step{thread: updateName, text: e.Name + " finds the entry of the UID that is gone, and leaves it", pos: e.Pos}, doing(r.add.All, e.Key)))
			}
		}
	}
	return out
}

// missed looks for work of Add that an Update leaves undone for the UID that
// exists.
func (r *recreation) missed() (out []int) {
	const property = "for each UID that exists Add's work was done, or its key was queued after its creation"
	report := func(w interp.Way, last step) {
		out = append(out, r.report(property, w, updateName, last, nil))
	}
	if !r.same.Exists {
		if g := r.pr.Group; g.NoUpdate && !r.pr.Predicate() && (r.assume.NoUpdate || g.Add != nil && r.assume.WrittenOnce[g.Add.Fn.String()]) {
			for _, e := range r.adds {
				if !e.Queue {
					i := r.report(property, interp.Way{}, "nobody", step{thread: atRest, text: "for the UID that exists, not done is Add's " + e.Name, pos: e.Pos, lost: true}, doing(r.add.All, e.Key))
					return append(out, i)
				}
			}
		}
		return nil
	}
	if r.pr.Predicate() {
		if !r.goesOn() {
			return nil
		}
		done := func(w interp.Way) bool { return w.Result != interp.False || looks(w) || w.End != interp.Returns }
		if !slices.ContainsFunc(r.differ.All, func(w interp.Way) bool { return w.Result != interp.False }) {
			return nil // it lets no update through, whatever changes
		}
		if w, ok := r.dropped(done, func(interp.Way) bool { return true }); ok {
			report(w, step{thread: updateName, text: "returns false, and the new object goes unnoticed", pos: place(w)})
		}
		return out
	}
	wanted := r.adds
	if len(wanted) == 0 {
		// Without an Add, what Update does for a change is what it is for.
		for _, w := range r.differ.All {
			wanted = append(wanted, r.work(w)...)
		}
	}
	seen := make(map[string]bool)
	for _, e := range wanted {
		if seen[e.Key] {
			continue
		}
		seen[e.Key] = true
		if w, ok := r.dropped(r.doneFor(e), func(w interp.Way) bool { return r.wants(e, w) }); ok {
			report(w, step{thread: atRest, text: updateName + " has returned; for the UID that exists, not done is " + e.Name, pos: e.Pos, lost: true})
		}
	}
	// What Add keeps under the UID, of an Update that never looks at the old
	// object.
	if slices.ContainsFunc(slices.Concat(r.same.All, r.differ.All), func(w interp.Way) bool { return looks(w) || slices.ContainsFunc(w.Events, onOld) }) {
		return out
	}
	for _, e := range r.adds {
		if e.UID == 0 || e.Kept != "" || r.again(e) || len(r.updates) == 0 || slices.ContainsFunc(r.updates, func(u interp.Event) bool { return u.Queue || u.Whole&interp.New != 0 }) || len(r.after.Chances(e)) > 0 {
			continue
		}
		report(shortest(r.same.All), step{thread: atRest, text: updateName + " has returned; for the UID that exists, not done is Add's " + e.Name, pos: e.Pos, lost: true})
		break
	}
	return out
}

// goesOn reports whether predicates let creations through: a function that is not
// there does. Where they let none, who watches creates the objects, and does not want to
// hear of a new one. The deletion of the old one is missed all the same, but what it was
// to bring back is there.
func (r *recreation) goesOn() bool {
	switch r.pr.Group.Creations {
	case registered.CreationsPass:
		return true
	case registered.CreationsUnknown:
		return false
	}
	return !r.add.Exists || slices.ContainsFunc(r.add.All, func(w interp.Way) bool { return w.Result != interp.False })
}

// doneFor returns whether a way of Update does a piece of work for the new
// object, or what may stand for it.
func (r *recreation) doneFor(e interp.Event) func(interp.Way) bool {
	shared := slices.ContainsFunc(r.updates, func(u interp.Event) bool { return u.Key == e.Key })
	return func(w interp.Way) bool {
		if looks(w) || w.End != interp.Returns {
			return true
		}
		return slices.ContainsFunc(work(w), func(u interp.Event) bool {
			return u.Key == e.Key && (e.UID == 0 || u.UID&interp.New != 0) || u.Queue && u.UID&^interp.New == 0 || !shared
		})
	}
}

// dropped looks for a way of Update on which something is not done. Where it asks how
// the program was set up, ways that do the same are told apart if they must.
func (r *recreation) dropped(done, wanted func(interp.Way) bool) (interp.Way, bool) {
	w, ok := r.droppedOf(r.same.All, done, wanted)
	if ok || !slices.ContainsFunc(r.pr.Conds, func(c interp.Cond) bool { return c.Setting }) {
		return w, ok
	}
	apart := r.pr.Apart(interp.UpdateEqual)
	if apart.Cut {
		return w, false
	}
	return r.droppedOf(apart.All, done, wanted)
}

// droppedOf looks for a way of Update, after generations were found equal (or,
// if assumed, contents), such that no way from there has done something: what
// is compared further is equal, too, and what the new object contains is as on
// this way if the work must be done whatever it contains. And some Update of a
// change does it, or anything: else Update is not about it.
func (r *recreation) droppedOf(ways []interp.Way, done, wanted func(interp.Way) bool) (interp.Way, bool) {
	if !slices.ContainsFunc(r.differ.All, done) && !slices.ContainsFunc(ways, done) {
		return interp.Way{}, false
	}
	for _, w := range ways {
		if done(w) {
			continue
		}
		compared := r.assume.EqualContents && slices.ContainsFunc(w.Choices, func(c interp.Choice) bool {
			return r.pr.Conds[c.Cond].About == interp.AboutEqual && c.Yes
		})
		for _, e := range w.Events {
			compared = compared || e.Kind == interp.Compared && e.Part == "Generation" && e.Equal
		}
		if !compared {
			continue
		}
		must := wanted(w)
		if !r.assume.EqualContents && notice.Updated(r.pr, w, done, must) {
			continue
		}
		if w.Whole && must && r.forced(w) {
			return w, true
		}
		if !slices.ContainsFunc(ways, func(o interp.Way) bool { return done(o) && r.possible(w, o, must) }) {
			return w, true
		}
	}
	return interp.Way{}, false
}

// wants reports whether there is a new object that takes Update on a way and for
// which Add would do a piece of work: it does it whatever the object contains, or
// asks the same of it, or about other fields.
func (r *recreation) wants(e interp.Event, w interp.Way) bool {
	if !slices.ContainsFunc(r.add.All, func(a interp.Way) bool { return !does(a, e.Key) }) {
		return true
	}
	return slices.ContainsFunc(r.add.All, func(a interp.Way) bool {
		return does(a, e.Key) && !slices.ContainsFunc(a.Choices, func(x interp.Choice) bool {
			return slices.ContainsFunc(w.Choices, func(y interp.Choice) bool { return notice.Excludes(r.pr, x, y) })
		})
	})
}

// forced reports whether two objects alone take Update on a way: nothing else
// was asked.
func (r *recreation) forced(w interp.Way) bool {
	return !slices.ContainsFunc(w.Choices, func(c interp.Choice) bool {
		cond := r.pr.Conds[c.Cond]
		switch cond.About {
		case interp.AboutNew, interp.AboutOld:
			return cond.Loop
		case interp.AboutEqual, interp.AboutType:
			return !c.Yes
		}
		return true
	})
}

// possible reports whether another way remains open where the world has chosen
// against one.
func (r *recreation) possible(w, o interp.Way, must bool) bool {
	for _, c := range o.Choices {
		cond := r.pr.Conds[c.Cond]
		switch cond.About {
		case interp.AboutEqual:
			if !c.Yes {
				return false
			}
		case interp.AboutNew, interp.AboutElse:
			if (must && cond.About == interp.AboutNew || cond.Setting) && notice.Chose(w, interp.Choice{Cond: c.Cond, Yes: !c.Yes}) {
				return false
			}
		}
	}
	return true
}

// place is where a way was decided: the last comparison on it.
func place(w interp.Way) (pos token.Pos) {
	for _, e := range w.Events {
		if e.Kind == interp.Compared {
			pos = e.Pos
		}
	}
	return pos
}
