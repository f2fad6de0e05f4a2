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
	id    string     // the choices, in one order
	asked []answer   // the same, so that they can be compared with another program's
	way   interp.Way // one of those with them
	does  map[string]Done
}

// An answer is how a condition went.
type answer struct {
	what string
	yes  bool
}

// compact sorts answers, and leaves each once.
func compact(all []answer) []answer {
	slices.SortFunc(all, func(a, b answer) int {
		return cmp.Or(cmp.Compare(a.what, b.what), cmp.Compare(fmt.Sprint(a.yes), fmt.Sprint(b.yes)))
	})
	return slices.Compact(all)
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
		for _, r := range returning(pr, in, w) {
			d := Of(r, in == interp.AddCalled)
			if leave(d) {
				continue
			}
			id, asked := choices(pr, w)
			if r.Result != w.Result {
				id, asked = fmt.Sprint(id, r.Result), append(asked, answer{w.Says, r.Result == interp.True})
			}
			o := index[id]
			if o == nil {
				o = &outcome{id: id, asked: compact(asked), way: r, does: make(map[string]Done)}
				index[id] = o
				out = append(out, o)
			}
			o.does[d.Key] = d
		}
	}
	return out
}

// choices are those on a way, by their numbers and by what was asked.
func choices(pr *interp.Program, w interp.Way) (id string, asked []answer) {
	all := slices.Clone(w.Choices)
	slices.SortFunc(all, func(a, b interp.Choice) int { return cmp.Compare(a.Cond, b.Cond) })
	for _, c := range all {
		id += fmt.Sprint(c.Cond, c.Yes, ";")
		cond := pr.Conds[c.Cond]
		what := fmt.Sprint("about ", cond.About, " ")
		if cond.At != nil {
			what = shape.Of(cond.At.Cond)
		}
		asked = append(asked, answer{what, c.Yes})
	}
	return id, asked
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

// Branches says what is wrong if a function does not do for its input what another program
// does for its own where conditions go the same way; "" if it does, or there are too many.
// So a condition that is new, or asked the other way round, is noticed though both branches
// were there before.
func Branches(before *interp.Program, in interp.Input, after *interp.Program, now interp.Input) string {
	was, is := outcomes(before, in, whole), outcomes(after, now, whole)
	if was == nil || is == nil || maps.Equal(decisions(was, nil), decisions(is, nil)) {
		return ""
	}
	return otherwise
}

// BranchesOfTwo is Branches for a function that does what two of the other program do one
// after the other. Of what both ask only one answer is told, so that it is left out.
func BranchesOfTwo(before *interp.Program, first, second interp.Input, after *interp.Program, now interp.Input) string {
	a, b, is := outcomes(before, first, whole), outcomes(before, second, whole), outcomes(after, now, whole)
	if a == nil || b == nil || is == nil {
		return ""
	}
	both, then := questions(a), questions(b)
	maps.DeleteFunc(both, func(what string, _ bool) bool { return !then[what] })
	// How often each is there differs where what both ask is left out.
	often := func(int, int) bool { return true }
	if maps.EqualFunc(decisions(follow(a, b), both), decisions(is, both), often) {
		return ""
	}
	return otherwise
}

// questions are what is asked.
func questions(all []*outcome) map[string]bool {
	out := make(map[string]bool)
	for _, o := range all {
		for _, a := range o.asked {
			out[a.what] = true
		}
	}
	return out
}

const otherwise = "asks for other conditions than before"

// whole leaves nothing out.
func whole(Done) bool { return false }

// follow is what is done first and then, as After.
func follow(first, then []*outcome) (out []*outcome) {
	for _, a := range first {
		for _, b := range then {
			o := &outcome{asked: a.asked, does: make(map[string]Done)}
			for _, x := range a.does {
				if strings.Contains(x.Key, "end ") {
					o.does[x.Key] = x
					continue
				}
				o.asked = compact(slices.Concat(a.asked, b.asked))
				for _, y := range b.does {
					o.does[x.Key+y.Key] = x
				}
			}
			out = append(out, o)
		}
	}
	return out
}

// registers are named otherwise in each program.
var registers = regexp.MustCompile(`(?m)^t\d+\b`)

// decisions are what is done, by what was asked and how that went, but for what is not to
// count: how often each is there.
func decisions(all []*outcome, without map[string]bool) map[string]int {
	out := make(map[string]int)
	for _, o := range all {
		asked := slices.DeleteFunc(slices.Clone(o.asked), func(a answer) bool { return without[a.what] })
		does := registers.ReplaceAllString(strings.Join(slices.Sorted(maps.Keys(o.does)), "\n"), "t")
		out[fmt.Sprint(asked, does)]++
	}
	return out
}
