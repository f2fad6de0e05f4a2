package handler

import (
	"go/token"
	"maps"
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/judge"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/witness/handler/deed"
)

// A Trial is how the handlers of one package are run for a check. Package
// handlers and the check itself look at groups; Try runs them.
type Trial struct {
	Package *resolve.Package
	Try     func(*resolve.Package, *registered.Group) *Verdict
	// Find returns how many defects the check sees in a group.
	Find func(*resolve.Package, *registered.Group) int
	// Of is what fixes of the check change.
	Of Repair

	verdicts map[*registered.Group]*Verdict
	uids     map[*registered.Group][]*judge.UID // what was seen without a run
}

// Gate is the gate for cases of the trial.
func (t *Trial) Gate() gate.Gate {
	return gate.Gate{Pass: t.Package.Pass(), Needs: t.Package.Needs}
}

func (t *Trial) try(pkg *resolve.Package, group *registered.Group) *Verdict {
	v := t.verdicts[group]
	if v == nil {
		if t.verdicts == nil {
			t.verdicts = make(map[*registered.Group]*Verdict)
		}
		v = t.Try(pkg, group)
		t.verdicts[group] = v
	}
	return v
}

// A Case is a defect of one or several groups of handlers.
type Case struct {
	Trial  *Trial
	Groups []int       // those that have the defect, by their index in the package
	Points []token.Pos // a run that shows it comes by one of them; none: any will do
}

// Witness returns the shortest failing run of the first group that has one.
func (c *Case) Witness() (*report.Witness, string) {
	why := "nothing was run"
	for _, i := range c.Groups {
		v := c.Trial.try(c.Trial.Package, c.Trial.Package.Groups[i])
		if w := v.Witness(c.Points...); w != nil {
			return w, ""
		}
		why = v.String()
	}
	return nil, why
}

// Beside: fixes of other checks may change what handlers do besides, and no run of
// them may fail for that.
func (c *Case) Beside() gate.Case { return &beside{c} }

// A beside is a case beside fixes of other checks.
type beside struct{ *Case }

// Holds says what is wrong in a package in which the case is fixed and something
// else was changed: what the fixed handlers do on their own.
func (b *beside) Holds(e *gate.Edited) string {
	t := b.Trial
	after, err := gate.Again(e, resolve.Again)
	if err != nil {
		return err.Error()
	}
	if after == nil || !slices.EqualFunc(t.Package.Groups, after.Groups, alike) {
		return "" // it is not known which of them are the fixed ones
	}
	for _, n := range b.Groups {
		group := after.Groups[n]
		if t.fails(e, n, t.try(after, group)) {
			return "with it, a run still fails"
		}
		if t.Of == OfTombstones && t.left(e, n) == 0 {
			if why := deed.Unlike(after.Program(group), interp.DeleteObject, interp.DeleteTombstone, deed.Behaviour{}); why != "" {
				return "with it, " + calls[interp.DeleteTombstone] + ", " + why
			}
		}
	}
	return ""
}

// Holds says what is wrong in a package in which the case is fixed: the same
// handlers must be there; run beside the original ones they must do what those
// do if the watch misses nothing; less must go wrong when they are run alone,
// nothing if no defect is left; and the check must see fewer defects in them, by
// as many as were fixed.
func (c *Case) Holds(e *gate.Edited) string {
	t := c.Trial
	after, err := gate.Again(e, resolve.Again)
	if err != nil {
		return err.Error()
	}
	if after == nil || !slices.EqualFunc(t.Package.Groups, after.Groups, alike) {
		return "with it, other handlers are found"
	}
	for _, n := range c.Groups {
		before, group := t.Package.Groups[n], after.Groups[n]
		left := t.left(e, n)
		v := t.try(after, group)
		if v.Cut {
			return "with it, " + v.String()
		}
		if why := (&twin{before: t.Package.Program(before), after: after.Program(group), of: t.Of}).wrong(); why != "" {
			return "with it, " + why
		}
		if t.try(t.Package, before).worked() > 0 && (v.working == nil || v.working.Cut) {
			return "with it, it is not known what workers do"
		}
		if t.fails(e, n, v) {
			return "with it, a run still fails"
		}
		if t.Find(after, group) > left {
			return "with it, the check still sees a defect"
		}
	}
	if why := c.others(e, after); why != "" {
		return why
	}
	if e.Partly && after.Incomplete() {
		return "something was needed that is not there"
	}
	return ""
}

// others says what is wrong if handlers that were right, and call what was changed, do something else with it. What a filter says of a tombstone matters only to a Delete function.
func (c *Case) others(e *gate.Edited, after *resolve.Package) string {
	t := c.Trial
	for n, group := range t.Package.Groups {
		if slices.Contains(c.Groups, n) || fixed(e, n) > 0 || group.Style == clientgo.Predicate {
			continue
		}
		tw := &twin{before: t.Package.Program(group), after: after.Program(after.Groups[n]), of: t.Of}
		for _, in := range slices.Sorted(maps.Keys(calls)) {
			if (in != interp.FilterTombstone || group.Delete != nil) && tw.before.Reaches(in, c.Points) && t.Find(t.Package, group) == 0 {
				if why := tw.same(in); why != "" {
					return "with it, of other handlers " + why
				}
			}
		}
	}
	return ""
}

// left is how many defects a group still has in an edited package.
func (t *Trial) left(e *gate.Edited, n int) int {
	return t.Find(t.Package, t.Package.Groups[n]) - fixed(e, n)
}

// fails reports whether an edited group still goes wrong, or not less than it did if
// a defect is left.
func (t *Trial) fails(e *gate.Edited, n int, v *Verdict) bool {
	return v.Violations() > 0 && (t.left(e, n) == 0 || v.Violations() >= t.try(t.Package, t.Package.Groups[n]).Violations())
}

// fixed is how many defects of a group are fixed in an edited package.
func fixed(e *gate.Edited, group int) (n int) {
	for _, other := range e.Cases {
		if b, ok := other.(*beside); ok {
			other = b.Case
		}
		if c, ok := other.(*Case); ok {
			for _, g := range c.Groups {
				if g == group {
					n++
				}
			}
		}
	}
	return n
}

// alike reports whether two groups are the same one before and after an edit.
func alike(a, b *registered.Group) bool {
	same := func(a, b *registered.Func) bool {
		return (a == nil) == (b == nil) && (a == nil || a.Fn.String() == b.Fn.String())
	}
	return a.Style == b.Style && a.Open == b.Open && a.Opened == b.Opened && a.FilterUnknown == b.FilterUnknown && a.NoUpdate == b.NoUpdate &&
		same(a.Add, b.Add) && same(a.Update, b.Update) && same(a.Delete, b.Delete) && same(a.Filter, b.Filter)
}
