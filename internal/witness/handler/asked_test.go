package handler

import (
	"fmt"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/interp"
)

// Answers are what the executions of a program come to at rest, each with what is
// missing; "" if nothing is.
type Answers struct {
	Dies     string // a tombstone ends the process, where its object does not
	Unheard  string // a deletion that came as a tombstone had not what Delete does for an object
	Gone     string // a UID that is gone by a recreation had not Delete's effect
	Existing string // a UID that exists by a recreation had not Add's
	Cut      bool   // the ways are too many to be asked
}

// Ask runs a program and asks at rest what became of each UID. It is what the checks
// are held to: it knows nothing of what they look for, of positions and of kinds of
// findings, and makes no excuse. The world chooses what happens, and what conditions
// about the new object's own fields, and about the equality of contents, come to; all
// other conditions go the way that helps, the same way for what the watch has missed and
// for what it would have seen instead.
func Ask(pr *interp.Program) (a Answers) {
	for _, h := range explored(missing, never).histories {
		// What a call leaves undone is there at rest if it is the last one.
		switch last := h.calls[len(h.calls)-1]; last.verb {
		case tombstone:
			(&asker{pr}).tombstone(&a, last)
		case update:
			(&asker{pr}).recreated(&a, last)
			if w := pr.Working(); w != nil {
				(&asker{w}).recreated(&a, last)
			}
		}
	}
	return a
}

// also is an answer with one thing more that is missing for a UID, each once.
func also[UID any](answer, name string, uid UID) string {
	missing := fmt.Sprintf("%s for %v", name, uid)
	all := strings.Split(answer, ", ")
	switch {
	case answer == "":
		return missing
	case slices.Contains(all, missing):
		return answer
	}
	all = append(all, missing)
	slices.Sort(all)
	return strings.Join(all, ", ")
}

type asker struct{ pr *interp.Program }

// An outcome is one way of a call to go: a way through the filter and one through the
// function behind it, which may be nil.
type outcome struct{ filter, body *interp.Way }

func (o outcome) ends() bool {
	return o.filter != nil && o.filter.End != interp.Returns || o.body != nil && o.body.End != interp.Returns
}

func (o outcome) work() []interp.Event {
	if o.body == nil {
		return nil
	}
	return work(*o.body)
}

// outcomes are all ways of a call to go, also those that do the same.
func (q *asker) outcomes(filter, body interp.Ways) (out []outcome) {
	if !filter.Exists {
		for i := range body.All {
			out = append(out, outcome{nil, &body.All[i]})
		}
		return out
	}
	for i := range filter.All {
		f := &filter.All[i]
		if f.End != interp.Returns || f.Result == interp.False || !body.Exists {
			out = append(out, outcome{f, nil})
			continue
		}
		for j := range body.All {
			if !q.pr.Conflicts(*f, body.All[j]) {
				out = append(out, outcome{f, &body.All[j]})
			}
		}
	}
	return out
}

// together reports whether two outcomes may be those of one world.
func (q *asker) together(a, b outcome) bool {
	for _, x := range []*interp.Way{a.filter, a.body} {
		for _, y := range []*interp.Way{b.filter, b.body} {
			if x != nil && y != nil && q.pr.Conflicts(*x, *y) {
				return false
			}
		}
	}
	return true
}

// tombstone asks what became of the object in a tombstone, beside what would have become
// of it if the deletion had been seen.
func (q *asker) tombstone(a *Answers, c call) {
	g := q.pr.Group
	if g.Style != clientgo.Untyped || g.Delete == nil && g.Filter == nil {
		return
	}
	ways := []interp.Ways{q.pr.Ways(interp.DeleteObject), q.pr.Ways(interp.DeleteTombstone), q.pr.Ways(interp.FilterObject), q.pr.Ways(interp.FilterTombstone)}
	if a.Cut = a.Cut || slices.ContainsFunc(ways, func(w interp.Ways) bool { return w.Cut }); a.Cut {
		return
	}
	seen, missed := q.outcomes(ways[2], ways[0]), q.outcomes(ways[3], ways[1])
	for _, o := range seen {
		if o.ends() {
			continue
		}
		with := slices.DeleteFunc(slices.Clone(missed), func(m outcome) bool { return !q.together(o, m) })
		if i := slices.IndexFunc(with, outcome.ends); i >= 0 && a.Dies == "" {
			a.Dies = "the process ends"
		}
		with = slices.DeleteFunc(with, outcome.ends)
		if len(with) == 0 {
			continue
		}
		for _, e := range o.work() {
			for _, put := range q.puts(e) {
				if !slices.ContainsFunc(with, func(m outcome) bool { return q.had(c, put, e, o, m) }) {
					a.Unheard = also(a.Unheard, e.Name, c.obj)
				}
			}
		}
	}
}

// puts are what an Add before a call may have put into the map that a piece of work is
// about: each in one of the ways that do; nothing, if there is none.
func (q *asker) puts(e interp.Event) []*interp.Way {
	var out []*interp.Way
	seen := make(map[string]bool)
	for _, w := range returning(q.pr.Ways(interp.AddObject).All) {
		if text := touches(w, e.Entry.Map); e.Entry.Map != "" && text != "" && !seen[text] {
			seen[text] = true
			out = append(out, &w)
		}
	}
	if out == nil {
		out = append(out, nil)
	}
	return out
}

// once is all work of some ways, each piece once.
func once(ways []interp.Way) (out []interp.Event) {
	seen := make(map[string]bool)
	for _, w := range ways {
		for _, e := range work(w) {
			if id := fmt.Sprint(e.Key, e.UID, e.Frees, e.Queue, e.Entry); !seen[id] {
				seen[id] = true
				out = append(out, e)
			}
		}
	}
	return out
}

// had reports whether at rest a piece of work is done for what a tombstone holds: what
// would not be in the store is not there, or else it was called, about the same.
func (q *asker) had(c call, put *interp.Way, e interp.Event, seen, missed outcome) bool {
	rest := func(o outcome) store {
		s := make(store)
		s.play(turn{body: put}, call{verb: add, obj: c.obj})
		s.play(turn{body: o.body}, c)
		return s
	}
	if e.Frees && e.Entry.Map != "" && e.Entry.By != "" {
		is, should := rest(missed), rest(seen)
		for at := range is {
			if _, there := should[at]; !there && at.place == e.Entry.Map {
				return false
			}
		}
		if put != nil {
			if _, ok := touching(*put, e.Entry.Map, false); ok {
				return true
			}
		}
	}
	return slices.ContainsFunc(missed.work(), func(m interp.Event) bool { return m.Key == e.Key })
}

// recreated asks what became of the two objects of an update, beside what would have
// become of them if Delete had been told of the one and Add of the other.
func (q *asker) recreated(a *Answers, c call) {
	adds, removes := q.pr.Ways(interp.AddObject), q.pr.Ways(interp.RemoveObject)
	for _, in := range []interp.Input{interp.UpdateEqual, interp.UpdateDiffer} {
		ups := q.pr.Ways(in)
		way := " (generations differ)"
		if in == interp.UpdateEqual {
			way = ""
		}
		if a.Cut = a.Cut || adds.Cut || removes.Cut || ups.Cut; a.Cut {
			return
		}
		if !ups.Exists {
			ups.All = []interp.Way{{}}
		}
		for _, given := range q.worlds(ups.All) {
			with := slices.DeleteFunc(slices.Clone(ups.All), func(u interp.Way) bool { return against(u, given) || u.End != interp.Returns })
			if len(with) == 0 {
				continue
			}
			for _, e := range once(returning(removes.All)) {
				for _, put := range q.puts(e) {
					if !slices.ContainsFunc(with, func(u interp.Way) bool { return q.left(c, put, e, u) }) {
						a.Gone = also(a.Gone, e.Name+way, c.old)
					}
				}
			}
			// What Add does under a condition is not asked for: it may have been false.
			for _, e := range always(returning(adds.All)) {
				if !slices.ContainsFunc(with, func(u interp.Way) bool { return q.got(e, u) }) {
					a.Existing = also(a.Existing, e.Name+way, c.obj)
				}
			}
		}
	}
}

// worlds are what the world may choose in an update: where generations were found equal,
// also that what else is compared is.
func (q *asker) worlds(ways []interp.Way) (out [][]interp.Choice) {
	r := recreation{pr: q.pr}
	seen := map[string]bool{"[]": true}
	out = append(out, nil)
	for _, w := range ways {
		equal := slices.ContainsFunc(w.Events, func(e interp.Event) bool {
			return e.Kind == interp.Compared && e.Part == clientgo.PartGeneration && e.Equal
		})
		given := slices.DeleteFunc(slices.Clone(w.Choices), func(c interp.Choice) bool {
			cond := q.pr.Conds[c.Cond]
			kept := cond.Kept && cond.About == interp.AboutNew && c.Yes == cond.Not // nothing is kept of it
			return !r.worlds(c) && !kept && !(equal && c.Yes && cond.About == interp.AboutEqual)
		})
		if id := fmt.Sprint(given); !seen[id] && q.pr.Group.Filter == nil {
			seen[id] = true
			out = append(out, given)
		}
	}
	return out
}

// left reports whether nothing is left of the old object after an update that Delete
// would have looked after. What goes by the name is the new object's from then on, but
// for entries: whose they are is known.
func (q *asker) left(c call, put *interp.Way, e interp.Event, u interp.Way) bool {
	if e.Frees && e.Entry.Map != "" && e.Entry.By != "" && put != nil {
		if _, ok := touching(*put, e.Entry.Map, false); ok {
			s := make(store)
			s.play(turn{body: put}, call{verb: add, obj: c.old})
			s.play(turn{body: &u}, c)
			for at, uid := range s {
				if at.place == e.Entry.Map && uid == c.old {
					return false
				}
			}
			return true
		}
	}
	return e.UID == 0 || !e.Frees && !e.Queue || slices.ContainsFunc(work(u), func(o interp.Event) bool { return o.Key == e.Key && c.whose(o.UID) == c.old })
}

// got reports whether the new object had a piece of Add's work in an update.
func (q *asker) got(e interp.Event, u interp.Way) bool {
	return slices.ContainsFunc(work(u), func(o interp.Event) bool {
		return o.Key == e.Key && (e.UID == 0 || o.UID&interp.New != 0 || o.UID == 0) || o.Queue
	})
}

// always is the work that all ways do.
func always(ways []interp.Way) (out []interp.Event) {
	for i, w := range ways {
		if i > 0 {
			break
		}
		for _, e := range work(w) {
			if !slices.ContainsFunc(ways, func(o interp.Way) bool { return !does(o, e.Key) }) {
				out = append(out, e)
			}
		}
	}
	return out
}
