package handler

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/handlers/interp"
)

// A Repair is which calls a fix is to change.
type Repair uint8

// What fixes are for.
const (
	OfTombstones  Repair = iota // Delete and the filter, called with a tombstone
	OfRecreations               // Update, called with two UIDs
)

// A twin runs the handlers of an edited package beside the original ones.
//
// What is right is what the original handlers do if the watch misses nothing.
// So an execution with the edited handlers must leave the state that the
// original ones leave if, instead of a tombstone, they get the object, and
// instead of an update of two UIDs a Delete of the one and an Add of the other.
// An update of two UIDs may also be handled as any other change of an object,
// if nothing that is kept by UID goes wrong then. All other calls must do what
// they did.
//
// Conditions are not known, so handlers have several ways. Both sides must have
// the same: whichever way conditions go, nothing is lost, nothing is done twice,
// and nothing is done to another object. Where there are too many to be told
// apart, only what may be done is compared.
type twin struct {
	before, after *interp.Program
	of            Repair

	memo map[verb]string // what is wrong with a call
}

// wrong says what is wrong in some execution of the edited handlers; "" if
// nothing is in any.
func (t *twin) wrong() string {
	t.memo = make(map[verb]string)
	for _, w := range []setting{missing, seeing} {
		s := explored(w, never)
		if !s.complete {
			return "the executions are too many"
		}
		for _, r := range s.histories {
			for _, c := range r.calls {
				why, known := t.memo[c.verb]
				if !known {
					why = t.call(c.verb)
					t.memo[c.verb] = why
				}
				if why != "" {
					return why
				}
			}
		}
	}
	return ""
}

// call says what is wrong with a call of the edited handlers.
func (t *twin) call(v verb) string {
	switch {
	case v == tombstone && t.of == OfTombstones:
		return t.tombstone()
	case v == update && t.of == OfRecreations:
		return t.recreation()
	case v == update:
		return t.same(interp.UpdateEqual, interp.UpdateDiffer)
	case v == tombstone:
		return t.same(interp.FilterTombstone, interp.DeleteTombstone)
	}
	return t.same(inputs[v]...)
}

// inputs are what the functions get by a call of an object whose changes the
// watch has seen.
var inputs = map[verb][]interp.Input{
	add:    {interp.AddObject, interp.FilterObject},
	remove: {interp.RemoveObject, interp.DeleteObject, interp.FilterObject},
	status: {interp.UpdateStatus},
	spec:   {interp.UpdateSpec},
	resync: {interp.UpdateResync},
}

// same says what is wrong if the edited handlers do something else than the
// original ones.
func (t *twin) same(ins ...interp.Input) string {
	for _, in := range ins {
		why := differ(ways(t.before, in), ways(t.after, in))
		if why == tooMany && t.before.Source(in) == t.after.Source(in) {
			continue // nothing that it calls was touched
		}
		if why != "" {
			return calls[in] + ", " + why
		}
		if why := t.odd(in, in); why != "" {
			return why
		}
	}
	return ""
}

// odd says what is wrong if an object of another type ends the process now, and
// did not where the original is what to go by.
func (t *twin) odd(in, original interp.Input) string {
	if t.after.Ways(in).OddDies && !t.before.Ways(original).OddDies {
		return calls[in] + " of another type, ends the process"
	}
	return ""
}

var calls = map[interp.Input]string{
	interp.AddObject: addName + ", called with an object", interp.RemoveObject: deleteName + ", called with an object", interp.DeleteObject: deleteName + ", called with an object",
	interp.FilterObject: filterName + ", called with an object", interp.FilterTombstone: filterName + ", called with a tombstone", interp.DeleteTombstone: deleteName + ", called with a tombstone",
	interp.UpdateStatus: updateName + ", called with a new status", interp.UpdateSpec: updateName + ", called with a new spec", interp.UpdateResync: updateName + ", called with one object twice",
	interp.UpdateEqual: twoUIDs, interp.UpdateDiffer: twoUIDs,
}

const twoUIDs = updateName + ", called with two UIDs"

// tombstone says what is wrong with the handlers on a tombstone. Where both the
// filter and Delete were wrong, one may be left as it was.
func (t *twin) tombstone() string {
	why, fixed := "", false
	for _, r := range [][2]interp.Input{{interp.FilterObject, interp.FilterTombstone}, {interp.DeleteObject, interp.DeleteTombstone}} {
		want, was, is := ways(t.before, r[0]), ways(t.before, r[1]), ways(t.after, r[1])
		now := differ(want, is.beyond(was))
		if now == "" {
			if why := t.odd(r[1], r[0]); why != "" {
				return why
			}
			fixed = fixed || differ(want, was) != ""
			continue
		}
		why = calls[r[1]] + ", " + now
		if differ(was, is) != "" {
			return why
		}
	}
	if fixed {
		return ""
	}
	return why
}

// recreation says what is wrong with Update of two UIDs.
func (t *twin) recreation() string {
	split := after(ways(t.before, interp.RemoveCalled), ways(t.before, interp.AddCalled))
	change := ways(t.before, interp.UpdateSpec)
	why := ""
	for _, in := range []interp.Input{interp.UpdateEqual, interp.UpdateDiffer} {
		if why := t.odd(in, in); why != "" {
			return why
		}
		why = cmp.Or(why, differ(split, ways(t.after, in)))
	}
	if why == "" {
		return ""
	}
	for _, in := range []interp.Input{interp.UpdateEqual, interp.UpdateDiffer} {
		if differ(change, ways(t.after, in)) != "" {
			return twoUIDs + ", " + why
		}
	}
	if why := newRecreation(t.after, Assume{}).short(); why != "" {
		return twoUIDs + ", does what it does for any change, and that is not enough: " + why
	}
	return ""
}

// short says what an Update of two UIDs leaves undone, if the handlers are
// believed nothing: to compare UIDs, or to do something about the old object, is
// no care in itself. What Delete takes away or queues by UID has to be done for
// the old one, whichever way conditions go; what Add does may depend on the
// new object, as it does for any change.
func (r *recreation) short() string {
	for _, ways := range [][]interp.Way{returning(r.same.All), returning(r.differ.All)} {
		for _, e := range r.keyedByUID() {
			for _, w := range ways {
				if !slices.ContainsFunc(work(w), func(u interp.Event) bool { return u.Key == e.Key && u.UID&interp.Old != 0 }) {
					return "Delete's " + e.Name + " is not done for the UID that is gone"
				}
			}
		}
		for _, e := range r.adds {
			if !slices.ContainsFunc(ways, func(w interp.Way) bool { return r.takes(w, e) }) {
				return "Add's " + e.Name + " is not done for the UID that exists"
			}
		}
	}
	if len(r.inherited()) > 0 {
		return "the new object finds the entry of the old one"
	}
	return ""
}

// takes reports whether a way does a piece of Add's work for the new object, or
// queues it.
func (r *recreation) takes(w interp.Way, e interp.Event) bool {
	return slices.ContainsFunc(work(w), func(u interp.Event) bool {
		return u.Key == e.Key && (e.UID == 0 || u.UID&interp.New != 0) || u.Queue && u.UID&^interp.New == 0
	})
}

// A behaviour is what a function does on its ways.
type behaviour struct {
	cut bool
	// coarse: ways that meet are one, and it is only said what may be done.
	coarse bool
	ways   []done
}

// done is what is done on one way: the same key is the same.
type done struct {
	key, text string
	guessed   bool // it is not known whether a tombstone goes this way
}

// none is what a function does that is not there.
var none = behaviour{ways: []done{{}}}

// beyond leaves out the ways of which it is not known whether a tombstone goes them,
// if they were there before: what is not reported is not to be fixed either.
func (b behaviour) beyond(was behaviour) behaviour {
	b.ways = slices.DeleteFunc(slices.Clone(b.ways), func(d done) bool { return d.guessed && slices.Contains(was.ways, d) })
	return b
}

// ways returns what a function does. What Add does for an object may be asked
// of the new one of two.
func ways(pr *interp.Program, in interp.Input) behaviour {
	ws := pr.Ways(in)
	if !ws.Exists {
		return none
	}
	b := behaviour{cut: ws.Cut, coarse: ws.Coarse}
	for _, w := range ws.All {
		b.ways = append(b.ways, deeds(w, in == interp.AddCalled))
	}
	return b
}

// deeds is what is done on a way, to which objects, and how it ends.
func deeds(w interp.Way, toNew bool) done {
	who := func(bits uint8) uint8 {
		if toNew && bits == interp.Old {
			return interp.New
		}
		return bits
	}
	var key strings.Builder
	var names []string
	for _, e := range w.Events {
		if e.Kind == interp.Asked {
			key.WriteString("?;")
		}
		if e.Kind != interp.Did {
			continue
		}
		fmt.Fprintf(&key, "%s%s %d%d%d;", e.How, e.Key, who(e.From), who(e.UID), who(e.Whole))
		names = append(names, e.How+e.Name+forWhom[who(e.From|e.UID|e.Whole)])
	}
	switch {
	case w.End != interp.Returns:
		fmt.Fprintf(&key, "end %d", w.End)
		names = append(names, "the end of the process")
	case w.Result != interp.Unknown:
		fmt.Fprintf(&key, "returns %d", w.Result)
	}
	return done{key.String(), strings.Join(names, ", "), w.Guessed}
}

var forWhom = [...]string{0: "", interp.Old: " for the old object", interp.New: " for the new object", interp.Both: " for both objects"}

// after is what two functions do one after the other.
func after(first, second behaviour) behaviour {
	out := behaviour{cut: first.cut || second.cut, coarse: first.coarse || second.coarse}
	for _, a := range first.ways {
		if strings.Contains(a.key, "end ") {
			out.ways = append(out.ways, a)
			continue
		}
		for _, b := range second.ways {
			out.ways = append(out.ways, done{key: a.key + b.key, text: strings.TrimPrefix(a.text+", "+b.text, ", ")})
		}
	}
	return out
}

// has reports whether one of the ways does what another one does.
func (b behaviour) has(d done) bool {
	return slices.ContainsFunc(b.ways, func(o done) bool { return o.key == d.key })
}

const tooMany = "has too many ways"

// differ says what is wrong if something else is done than what should be.
func differ(want, got behaviour) string {
	if want.cut || got.cut || want.coarse != got.coarse {
		return tooMany
	}
	for _, w := range got.ways {
		if !want.has(w) {
			return "does something else than before: " + cmp.Or(w.text, "nothing")
		}
	}
	for _, w := range want.ways {
		if !got.has(w) {
			return "no longer does " + cmp.Or(w.text, "nothing")
		}
	}
	return ""
}
