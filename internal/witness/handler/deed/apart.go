package deed

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/shape"
)

// An outcome is what is done on ways with the same choices. That is not one thing where
// something else than a condition decides as well: of a condition in a loop only the
// first round is told, and of how a function of another package ends nothing.
type outcome struct {
	id   string     // the choices, in one order
	way  interp.Way // one of those with them
	does map[string]Done
}

// as reports whether the same is done.
func (o *outcome) as(other *outcome) bool {
	return maps.EqualFunc(o.does, other.does, func(Done, Done) bool { return true })
}

// outcomes returns what a function does for each way that conditions may go; none if
// they are too many. What leave says is left out.
func outcomes(pr *interp.Program, in interp.Input, leave func(Done) bool) (out []*outcome) {
	index := make(map[string]*outcome)
	ways := pr.Apart(in)
	if ways.Cut {
		return nil
	}
	for _, w := range ways.All {
		d := Of(w, false)
		if leave(d) {
			continue
		}
		choices := slices.Clone(w.Choices)
		slices.SortFunc(choices, func(a, b interp.Choice) int { return cmp.Compare(a.Cond, b.Cond) })
		id := ""
		for _, c := range choices {
			id += fmt.Sprint(c.Cond, c.Yes, ";")
		}
		o := index[id]
		if o == nil {
			o = &outcome{id: id, way: w, does: make(map[string]Done)}
			index[id] = o
			out = append(out, o)
		}
		o.does[d.Key] = d
	}
	return out
}

// Unlike says what is wrong if a function does something else for a tombstone than
// for the object in it though conditions go the same way; "" if it does not, or
// there are too many. That both do the same things on some way is not enough: a
// condition that only tombstones meet would decide what is lost. Ways that were
// there before and may not be those of a tombstone are left out, as by Beyond.
func Unlike(pr *interp.Program, object, stone interp.Input, was Behaviour) string {
	live := outcomes(pr, object, func(Done) bool { return false })
	dead := outcomes(pr, stone, func(d Done) bool { return d.guessed && slices.Contains(was.ways, d) })
	both := make(map[string]bool)
	for _, l := range live {
		both[l.id] = slices.ContainsFunc(dead, func(d *outcome) bool { return d.id == l.id && d.as(l) })
	}
	for _, l := range live {
		for _, d := range dead {
			// What is done for both, with the very same choices, is no matter of these: it
			// may go together with others of them, in both.
			if l.as(d) || both[l.id] && both[d.id] || pr.Conflicts(l.way, d.way) {
				continue
			}
			dead, live := d.text(l), l.text(d)
			if dead == live {
				return "does " + dead + " with something else than for the object in it"
			}
			return "does " + dead + " where it does " + live + " for the object in it"
		}
	}
	return ""
}

// text is something that is done here, and not there if there is such a thing.
func (o *outcome) text(there *outcome) string {
	keys := slices.Sorted(maps.Keys(o.does))
	own := slices.IndexFunc(keys, func(key string) bool { _, ok := there.does[key]; return !ok })
	first := o.does[keys[max(own, 0)]]
	return cmp.Or(strings.ReplaceAll(first.Text, forWhom[interp.Old], ""), "nothing") // there is but one
}

// Branches says what is wrong if conditions decide in more, or fewer, ways what a
// function does than in another program; "" if they do not, or there are too many.
// So a condition that is new is noticed though both branches were there before.
func Branches(before, after *interp.Program, in interp.Input) string {
	all := func(Done) bool { return false }
	was, is := outcomes(before, in, all), outcomes(after, in, all)
	if was == nil || is == nil {
		return ""
	}
	if len(was) == len(is) && maps.Equal(decisions(before, was), decisions(after, is)) {
		return ""
	}
	return "asks for other conditions than before"
}

// registers are named otherwise in each program.
var registers = regexp.MustCompile(`(?m)^t\d+\b`)

// decisions are what is done, by what was asked and how that went: how often each is there.
func decisions(pr *interp.Program, all []*outcome) map[string]int {
	out := make(map[string]int)
	for _, o := range all {
		var asked []string
		for _, c := range o.way.Choices {
			cond, what := pr.Conds[c.Cond], ""
			if cond.At != nil {
				what = shape.Of(cond.At.Cond)
			}
			asked = append(asked, fmt.Sprint(cond.About, what, c.Yes))
		}
		slices.Sort(asked)
		out[registers.ReplaceAllString(fmt.Sprint(asked, slices.Sorted(maps.Keys(o.does))), "t")]++
	}
	return out
}
