package gate

import (
	"errors"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/fix/apply"
	"github.com/informerlint/informerlint/internal/fix/outcome"
	"github.com/informerlint/informerlint/internal/fix/try"
	"github.com/informerlint/informerlint/internal/report"
)

// Who takes one fix in an editor has that one alone; "-fix", golangci-lint and
// whoever takes all have them together, those of other checks among them. So a
// fix has to hold alone, and beside all that is offered before it.

// An offer is what one gate has let through for a package.
type offer struct {
	gate  Gate
	cases []Case
	fixes []analysis.SuggestedFix
	calls bool
}

// offersBefore are those of the checks that this one requires, in the order in
// which it names them.
func offersBefore(pass *analysis.Pass) (out []offer) {
	for _, a := range pass.Analyzer.Requires {
		if res, ok := pass.ResultOf[a].(*report.Result); ok {
			if o, ok := res.Offered.(offer); ok {
				out = append(out, o)
			}
		}
	}
	return out
}

// A trial is a fix of each of some cases, beside what other checks offer.
type trial struct {
	beside []offer
	cases  []Case
	fixes  []analysis.SuggestedFix
	calls  bool // see Claim.Calls
}

// with is the trial with one more fix.
func (t trial) with(c Claim, fix analysis.SuggestedFix) trial {
	t.cases, t.fixes, t.calls = append(slices.Clip(t.cases), c.Case), append(slices.Clip(t.fixes), fix), t.calls || c.Calls
	return t
}

// all are all fixes that are applied in a trial, and whether one may call what
// was begun with go.
func (t trial) all() (fixes []analysis.SuggestedFix, calls bool) {
	calls = t.calls
	for _, o := range t.beside {
		fixes, calls = append(fixes, o.fixes...), calls || o.calls
	}
	return append(fixes, t.fixes...), calls
}

// choose returns, for each of some claims, the first of its fixes that holds alone
// and beside those of the others; of a claim that has none, why.
func (g Gate) choose(claims []Claim) ([][]analysis.SuggestedFix, []string) {
	chosen, refused := make([]int, len(claims)), make([]string, len(claims))
	all := trial{beside: g.beside}
	for i, c := range claims {
		chosen[i], refused[i] = g.alone(c, 0)
		if chosen[i] < len(c.Fixes) {
			all = all.with(c, c.Fixes[chosen[i]])
		}
	}
	out := make([][]analysis.SuggestedFix, len(claims))
	together := len(all.fixes)+len(all.beside) <= 1 || g.try(all) == ""
	so := trial{beside: g.beside}
	for i, c := range claims {
		for k := chosen[i]; k < len(c.Fixes); {
			next := so.with(c, c.Fixes[k])
			why := ""
			if !together {
				why = g.try(next)
			}
			if why == "" {
				so, out[i], refused[i] = next, c.Fixes[k:k+1], ""
				break
			}
			refused[i] = "it holds alone, but not with the fixes that are offered beside it: " + why
			k, _ = g.alone(c, k+1)
		}
	}
	return out, refused
}

// alone is the first fix of a claim, from one on, that holds where no other is
// applied; past the last if there is none, and why.
func (g Gate) alone(c Claim, from int) (k int, why string) {
	for k = from; k < len(c.Fixes); k++ {
		if why = g.try(trial{}.with(c, c.Fixes[k])); why == "" {
			return k, ""
		}
	}
	return k, why
}

// try applies the fixes of a trial to the package in memory, and says what is
// wrong with the result; "" if nothing is. Where two fixes insert at one place,
// it depends on who applies them which comes first: the other order is tried, too.
func (g Gate) try(t trial) string {
	fixes, calls := t.all()
	why := g.inOrder(t, fixes, calls)
	if why == "" && sharePlace(fixes) {
		slices.Reverse(fixes)
		why = g.inOrder(t, fixes, calls)
	}
	return why
}

func (g Gate) inOrder(t trial, fixes []analysis.SuggestedFix, calls bool) string {
	cases := absolute(t.cases)
	if len(t.beside) == 0 && !slices.ContainsFunc(t.cases, absolutely) {
		cases = t.cases // all of them compare, and each knows what the others are for
	}
	if why := g.apply(fixes, cases, calls); why != "" {
		return why
	}
	for _, o := range t.beside {
		if why := o.gate.apply(fixes, absolute(o.cases), calls); why != "" {
			return "another one is wrong: " + why
		}
	}
	return ""
}

// apply applies fixes, and says what is wrong of some cases of this gate.
func (g Gate) apply(fixes []analysis.SuggestedFix, cases []Case, calls bool) string {
	if g.Needs != nil {
		// What is found wrong without the rest is looked at again with it.
		pass, err := try.Partly(g.Pass, g.Needs, fixes...)
		if err == nil && g.wrong(&Edited{Pass: pass, Partly: true, Cases: cases}, calls) == "" {
			return ""
		}
	}
	pass, err := try.Edited(g.Pass, fixes...)
	switch {
	case errors.Is(err, apply.ErrConflict):
		return "their edits overlap"
	case err != nil:
		return err.Error()
	}
	return g.wrong(&Edited{Pass: pass, Cases: cases}, calls)
}

// wrong says what is wrong with an edited package: of the cases first, for they know
// best, and then what no case is about.
func (g Gate) wrong(e *Edited, calls bool) string {
	if why := try.Loses(g.Pass, e.Pass); why != "" {
		return why
	}
	if why := holds(e); why != "" {
		return why
	}
	return outcome.Worse(g.Pass, e.Pass, calls)
}

func holds(e *Edited) string {
	for _, c := range e.Cases {
		if why := c.Holds(e); why != "" {
			return why
		}
	}
	return ""
}

// A Comparing case is one whose Holds wants all but what its fix is for to be as
// it was. Fixes of other kinds change something else, and on purpose: beside them
// it is asked only what it says of the package alone.
type Comparing interface {
	Case
	// Beside is a case that compares nothing; nil if nothing is right whatever was
	// there before. Then only that the package compiles and loses nothing is asked.
	Beside() Case
}

// absolute are the cases that say what is right whatever was there before.
func absolute(cases []Case) (out []Case) {
	for _, c := range cases {
		if compares, ok := c.(Comparing); ok {
			c = compares.Beside()
		}
		if c != nil {
			out = append(out, c)
		}
	}
	return out
}

// absolutely reports whether a case compares nothing.
func absolutely(c Case) bool {
	_, compares := c.(Comparing)
	return !compares
}

// sharePlace reports whether two fixes insert different texts at one place.
func sharePlace(fixes []analysis.SuggestedFix) bool {
	texts := make(map[token.Pos]string)
	for _, f := range fixes {
		for _, e := range f.TextEdits {
			if e.End.IsValid() && e.End != e.Pos {
				continue
			}
			if text, ok := texts[e.Pos]; ok && text != string(e.NewText) {
				return true
			}
			texts[e.Pos] = string(e.NewText)
		}
	}
	return false
}
