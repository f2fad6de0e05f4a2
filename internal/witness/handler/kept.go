package handler

import (
	"cmp"
	"go/token"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/aftermath"
	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/judge"
	"github.com/informerlint/informerlint/internal/witness/handler/keeping"
	"github.com/informerlint/informerlint/internal/witness/handler/notice"
)

// kept runs the functions on a store with what they keep in maps of their own,
// and looks at what is in it in the end. Nobody has looked for a fault before.
//
// Of what is not known, the new object's own fields and whether the contents of
// both are equal are the world's to choose; everything else goes the way that
// helps. A map that others reach as well, or that has keys which are not known,
// is left out.
func (r *recreation) kept() (missed []int) {
	if r.pr.Predicate() || r.pr.Group.FilterUnknown || !r.add.Exists || !r.remove.Exists || r.add.Coarse || r.remove.Coarse {
		return nil
	}
	r.entries()
	return r.idle()
}

// entries looks at what is in each map in the end.
func (r *recreation) entries() {
	for _, k := range keeping.Of(r.pr) {
		put := doingAt(r.add.All, k.Place, false)
		if k.Loose || put == nil || !aftermath.Steady(r.pr.Functions(), r.pr.Hops(), k.Place, r.pr.Group) {
			continue
		}
		if r.same.Exists {
			r.leftBehind(k, put)
		}
		if k.Unclear || effect.Loose(k.Place) {
			continue // that there is no entry may have another reason
		}
		r.wrongKey(k, put)
		if r.same.Exists {
			r.unkept(k, put)
		}
	}
}

// working runs the functions with what workers do with the keys that they put into
// queues: each at once, which is one way for it to go; nil if there are none.
func working(pr *interp.Program, a Assume) *Verdict {
	if pr.Predicate() || pr.Group.FilterUnknown {
		return nil
	}
	if pr = pr.Working(); pr == nil {
		return nil
	}
	v, r := newVerdict(pr), newRecreation(pr, a)
	for _, w := range []interp.Ways{r.add, r.remove, r.same, r.differ} {
		if w.Cut || w.Coarse || !w.Exists {
			v.Cut = true
			return v
		}
	}
	r.entries()
	v.run(r.faults, func(*history, int, int) bool { return true })
	return v
}

// doingAt returns the shortest way that puts something into a map, or frees it,
// and returns.
func doingAt(ways []interp.Way, place string, frees bool) *interp.Way {
	var with []interp.Way
	for _, w := range returning(ways) {
		if _, ok := touching(w, place, frees); ok {
			with = append(with, w)
		}
	}
	if len(with) == 0 {
		return nil
	}
	w := shortest(with)
	return &w
}

// where is the map that something is done to.
func where(e interp.Event) string { return effect.Short(cmp.Or(e.Place, e.Name)) }

// touching returns what a way puts into a map, or frees there.
func touching(w interp.Way, place string, frees bool) (interp.Event, bool) {
	for _, e := range work(w) {
		if e.Entry.Map == place && e.Frees == frees {
			return e, true
		}
	}
	return interp.Event{}, false
}

// In a run for a verdict, the object that was added first, and the one that comes
// after it.
const first, second = "1", "2"

// after is what is kept once an object was added on one way, and then updated to
// another one, or deleted if there is no other.
func (w *wish) after(put, then *interp.Way, obj string) store {
	s := make(store)
	s.play(turn{body: put}, call{verb: add, obj: first})
	c := call{verb: remove, obj: first}
	if obj != "" {
		c = call{verb: update, old: first, obj: obj}
	}
	s.play(turn{body: then}, c)
	return s
}

// found makes a finding of a fault.
func (r *recreation) found(i int, kind judge.UIDKind, pos token.Pos, early bool, e interp.Event) {
	u := &judge.UID{Kind: kind, Group: r.pr.Group, Pos: pos, Early: early, State: &interp.Effect{Name: where(e), Pos: e.Pos, Frees: e.Frees}}
	if r.pr.Group.Update != nil {
		u.Func = r.pr.Group.Update.Fn
	}
	r.faults[i].found = u
}

// leftBehind looks for an Update that leaves the entry that Delete takes away for
// a UID that is gone.
func (r *recreation) leftBehind(k *keeping.Map, put *interp.Way) {
	e, ok := r.takenByUID(k, put)
	if !ok || k.Unclear && effect.Renewed(r.pr.Functions(), k.Place) {
		return
	}
	wish := &wish{place: k.Place, by: clientgo.PartUID}
	for _, ways := range [][]interp.Way{r.same.All, r.differ.All} {
		w, by, ok := r.overlooked(ways, func(w interp.Way) bool {
			return w.End == interp.Returns && !slices.ContainsFunc(w.Events, handsOld) && wish.wrong(wish.after(put, &w, second), second)
		})
		if !ok {
			continue
		}
		i := r.report("for each UID that is gone Delete's work was done", w, updateName,
			step{thread: atRest, text: where(e) + " still has the entry of the UID that is gone, which Delete would have taken away", pos: e.Pos, lost: true}, put)
		r.faults[i].wish = wish
		switch pos := compared(w); {
		case pos.IsValid():
			r.found(i, judge.UIDsMishandled, pos, false, e)
		case by.IsValid():
			r.found(i, judge.UIDKeyedState, by, true, e)
		case place(w).IsValid():
			r.found(i, judge.UIDKeyedState, place(w), true, e)
		default:
			r.found(i, judge.UIDKeyedState, token.NoPos, false, e)
		}
		return
	}
}

// handsOld reports whether a function value of which nothing is known gets something of
// the old object. It may be one of the handlers: they are put into structures, and taken
// out of copies of these.
func handsOld(e interp.Event) bool {
	return onOld(e) && (strings.HasPrefix(e.Key, "call of ") || e.Name == "OnDelete")
}

// meant reports whether a way takes the new object's own entry away, because of what that
// object says: it is being deleted, or is done.
func (r *recreation) meant(w interp.Way, place string) bool {
	return slices.ContainsFunc(w.Choices, func(c interp.Choice) bool { return r.pr.Conds[c.Cond].About == interp.AboutNew }) &&
		slices.ContainsFunc(work(w), func(e interp.Event) bool {
			return e.Frees && e.Entry.Map == place && e.Entry.Of == interp.New
		})
}

// takenByUID returns what Delete takes away under the UID, if Add puts it there.
func (r *recreation) takenByUID(k *keeping.Map, put *interp.Way) (interp.Event, bool) {
	free := doingAt(r.remove.All, k.Place, true)
	if free == nil {
		return interp.Event{}, false
	}
	p, _ := touching(*put, k.Place, false)
	e, _ := touching(*free, k.Place, true)
	return e, p.Entry.By == clientgo.PartUID && e.Entry.By == clientgo.PartUID
}

// unkept looks for an Update that finds that the UIDs differ, and after which there
// is no entry of the new object, which Add would have put there.
func (r *recreation) unkept(k *keeping.Map, put *interp.Way) {
	e, _ := touching(*put, k.Place, false)
	spec := doingAt(r.pr.Ways(interp.UpdateSpec).All, k.Place, false)
	if k.By == clientgo.PartName {
		// An entry under the name is as good for the new object, unless it is made of
		// what is in the object, and changes with it.
		if spec == nil || e.Entry.Value == 0 {
			return
		}
		if u, _ := touching(*spec, k.Place, false); u.Entry.Value&interp.New == 0 {
			return
		}
	}
	wish := &wish{place: k.Place, by: k.By, lives: true}
	for _, ways := range [][]interp.Way{r.same.All, r.differ.All} {
		w, _, ok := r.overlooked(ways, func(w interp.Way) bool {
			return w.End == interp.Returns && compared(w).IsValid() && r.wants(e, w) && !r.meant(w, k.Place) && wish.wrong(wish.after(put, &w, second), second)
		})
		if !ok {
			continue
		}
		i := r.report("for each UID that exists Add's work was done, or its key was queued after its creation", w, updateName,
			step{thread: atRest, text: where(e) + " has no entry of the UID that exists, which Add would have put there", pos: e.Pos, lost: true}, put)
		r.faults[i].wish = wish
		r.found(i, judge.UIDsMishandled, compared(w), false, e)
		return
	}
}

// wrongKey looks for a Delete that takes entries away under another key than they
// are put under, so that it never finds one.
func (r *recreation) wrongKey(k *keeping.Map, put *interp.Way) {
	wish := &wish{place: k.Place, by: k.By}
	deletes := r.pr.Ways(interp.DeleteObject).All // the calls of a history take these
	free := doingAt(deletes, k.Place, true)
	if free == nil || slices.ContainsFunc(k.Frees, func(e interp.Event) bool { return e.Entry.By == k.By }) ||
		!slices.ContainsFunc(k.Puts, func(e interp.Event) bool { return e.Entry.Of != 0 }) {
		return
	}
	for _, d := range deletes {
		if d.End == interp.Returns && !wish.wrong(wish.after(put, &d, ""), "") {
			return
		}
	}
	e, _ := touching(*free, k.Place, true)
	p, _ := touching(*put, k.Place, false)
	i := r.report("for each UID that is gone Delete's work was done", *free, deleteName,
		step{thread: atRest, text: where(e) + " still has the entry of the object that is gone, under the key with which it was put there", pos: p.Pos, lost: true}, put)
	r.faults[i].verb, r.faults[i].wish = remove, wish
	r.found(i, judge.WrongKey, e.Pos, false, p)
}

// idle looks for an Update that finds that the UIDs differ and does nothing at all,
// where it would do for a change what Add does.
func (r *recreation) idle() []int {
	if !r.same.Exists {
		return nil
	}
	var at *interp.Way
	for _, w := range slices.Concat(r.same.All, r.differ.All) {
		if w.End != interp.Returns || len(work(w)) > 0 || w.Has(interp.Asked) || w.Has(interp.Kept) || w.Has(interp.Found) {
			return nil
		}
		if compared(w).IsValid() && (at == nil || len(w.Events) < len(at.Events)) {
			at = &w
		}
	}
	if at == nil {
		return nil
	}
	for _, e := range r.adds {
		for _, w := range r.pr.Ways(interp.UpdateSpec).All {
			if !slices.ContainsFunc(work(w), func(u interp.Event) bool { return u.Key == e.Key && (u.From|u.UID|u.Whole)&interp.New != 0 }) || !r.wants(e, *at) {
				continue
			}
			i := r.report("for each UID that exists Add's work was done, or its key was queued after its creation", *at, updateName,
				step{thread: atRest, text: updateName + " has returned; for the UID that exists, not done is Add's " + e.Name, pos: e.Pos, lost: true}, nil)
			r.found(i, judge.UIDsMishandled, compared(*at), false, e)
			return []int{i}
		}
	}
	return nil
}

// overlooked returns a way that is bad whatever is chosen that is not the world's
// to choose, and where the world has chosen it.
func (r *recreation) overlooked(ways []interp.Way, bad func(interp.Way) bool) (way interp.Way, by token.Pos, ok bool) {
	if len(ways) > 0 && !slices.ContainsFunc(ways, func(w interp.Way) bool { return !bad(w) }) {
		if with := slices.DeleteFunc(slices.Clone(ways), func(w interp.Way) bool { return !compared(w).IsValid() }); len(with) > 0 {
			ways = with
		}
		return shortest(ways), token.NoPos, true
	}
	if r.pr.Group.Filter != nil {
		return interp.Way{}, token.NoPos, false // it may not let such an object through
	}
	for _, w := range ways {
		given := slices.DeleteFunc(slices.Clone(w.Choices), func(c interp.Choice) bool { return !r.worlds(c) })
		if len(given) == 0 || !bad(w) {
			continue
		}
		if !slices.ContainsFunc(ways, func(o interp.Way) bool { return !against(o, given) && !bad(o) }) {
			return w, r.pr.Conds[given[0].Cond].Pos, true
		}
	}
	return interp.Way{}, token.NoPos, false
}

// worlds reports whether the world may choose how a condition goes: it asks about a
// field of the new object, or finds contents equal.
func (r *recreation) worlds(c interp.Choice) bool {
	cond := r.pr.Conds[c.Cond]
	switch cond.About {
	case interp.AboutNew:
		return cond.Of != "" && !cond.Loop
	case interp.AboutEqual:
		head, _, _ := strings.Cut(notice.Field(cond), ".")
		return c.Yes && slices.Contains([]string{"Spec", "Labels", "Annotations", "Data", "BinaryData"}, head)
	}
	return false
}

// against reports whether a way goes against one of some choices.
func against(w interp.Way, given []interp.Choice) bool {
	return slices.ContainsFunc(w.Choices, func(o interp.Choice) bool {
		return slices.ContainsFunc(given, func(c interp.Choice) bool { return o.Cond == c.Cond && o.Yes != c.Yes })
	})
}

// compared is where a way has compared the two UIDs.
func compared(w interp.Way) token.Pos {
	i := slices.IndexFunc(w.Events, func(e interp.Event) bool { return e.Kind == interp.Compared && e.Part == clientgo.PartUID })
	if i < 0 {
		return token.NoPos
	}
	return w.Events[i].Pos
}

// Kept returns what the runs have shown of what the handlers keep, worst first.
func (v *Verdict) Kept() (out []*judge.UID) {
	if v.working != nil {
		out = v.working.Kept()
	}
	for _, f := range v.faults {
		if f.found != nil && f.violating > 0 && !slices.ContainsFunc(out, func(u *judge.UID) bool { return u.Pos == f.found.Pos }) {
			out = append(out, f.found)
		}
	}
	slices.SortStableFunc(out, func(a, b *judge.UID) int { return cmp.Compare(a.Pos, b.Pos) })
	return out
}
