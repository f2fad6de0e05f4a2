package handler

import (
	"cmp"
	"maps"
	"slices"

	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/witness/handler/deed"
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
	return t.branches()
}

// branches says what is wrong if conditions decide in another number of ways what the
// edited handlers do where they have to do the same as ever.
func (t *twin) branches() string {
	for _, v := range slices.Sorted(maps.Keys(t.memo)) {
		for _, in := range t.kept(v) {
			if t.before.Source(in) == t.after.Source(in) {
				continue // nothing that it calls was touched
			}
			if why := deed.Branches(t.before, in, t.after, in); why != "" {
				return calls[in] + ", " + why
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
	}
	return t.same(t.kept(v)...)
}

// kept are what the functions get by a call by which they have to do the same as ever.
func (t *twin) kept(v verb) []interp.Input {
	if v == tombstone && t.of == OfTombstones || v == update && t.of == OfRecreations {
		return nil
	}
	return inputs[v]
}

// inputs are what the functions get by a call.
var inputs = map[verb][]interp.Input{
	update:    {interp.UpdateEqual, interp.UpdateDiffer},
	tombstone: {interp.FilterTombstone, interp.DeleteTombstone},
	add:       {interp.AddObject, interp.FilterObject},
	remove:    {interp.RemoveObject, interp.DeleteObject, interp.FilterObject},
	status:    {interp.UpdateStatus},
	spec:      {interp.UpdateSpec},
	resync:    {interp.UpdateResync},
}

// same says what is wrong if the edited handlers do something else than the
// original ones.
func (t *twin) same(ins ...interp.Input) string {
	for _, in := range ins {
		why := deed.Differ(deed.Ways(t.before, in), deed.Ways(t.after, in))
		if why == deed.TooMany && t.before.Source(in) == t.after.Source(in) {
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
		want, was, is := deed.Ways(t.before, r[0]), deed.Ways(t.before, r[1]), deed.Ways(t.after, r[1])
		now := deed.Differ(want, is.Beyond(was))
		if now == "" {
			if why := t.odd(r[1], r[0]); why != "" {
				return why
			}
			if why := deed.Unlike(t.after, r[0], r[1], was); why != "" {
				return calls[r[1]] + ", " + why
			}
			fixed = fixed || deed.Differ(want, was) != ""
			continue
		}
		why = calls[r[1]] + ", " + now
		if deed.Differ(was, is) != "" {
			return why
		}
	}
	if fixed {
		return ""
	}
	return why
}

// recreation says what is wrong with Update of two UIDs: it has to do what Delete and Add
// do one after the other, or what it does for any change.
func (t *twin) recreation() string {
	split := deed.After(deed.Ways(t.before, interp.RemoveCalled), deed.Ways(t.before, interp.AddCalled))
	for _, in := range []interp.Input{interp.UpdateEqual, interp.UpdateDiffer} {
		if why := t.odd(in, in); why != "" {
			return why
		}
	}
	why, change := t.twoUIDs(split), t.twoUIDs(deed.Ways(t.before, interp.UpdateSpec))
	for _, in := range []interp.Input{interp.UpdateEqual, interp.UpdateDiffer} {
		why = cmp.Or(why, deed.BranchesOfTwo(t.before, interp.RemoveCalled, interp.AddCalled, t.after, in))
		change = cmp.Or(change, deed.Branches(t.before, interp.UpdateSpec, t.after, in))
	}
	if why == "" {
		return ""
	}
	if change != "" {
		return twoUIDs + ", " + why
	}
	if why := newRecreation(t.after, Assume{}).short(); why != "" {
		return twoUIDs + ", does what it does for any change, and that is not enough: " + why
	}
	return ""
}

// twoUIDs says what is wrong if Update of two UIDs does something else than it should.
func (t *twin) twoUIDs(want deed.Behaviour) string {
	return cmp.Or(deed.Differ(want, deed.Ways(t.after, interp.UpdateEqual)), deed.Differ(want, deed.Ways(t.after, interp.UpdateDiffer)))
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
