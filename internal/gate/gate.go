// Package gate decides what a check reports: nothing without a failing run that
// shows it, and no fix that was not tried.
//
// A check finds, words what it has found, and hands in its claims. How a claim
// is run, and when a fix of it holds, its [Case] knows; there is one kind of
// case for each engine. Everything else about it is here, once: which fixes are
// tried together, what becomes of the witness, and what "informerlint why" says
// of a claim that is not reported.
package gate

import (
	"go/ast"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/fix/outcome"
	"github.com/informerlint/informerlint/internal/fix/try"
	"github.com/informerlint/informerlint/internal/report"
)

// A Case is what a claim says, in a form that can be run.
type Case interface {
	// Witness returns a failing run that shows the claim. If there is none, it
	// says why.
	Witness() (w *report.Witness, why string)
	// Holds says what is wrong with the claim's fix in a package that has it;
	// "" if nothing is: the defect is gone and nothing new is there; on every
	// way that the program has, no run fails, each gets to what the claim is
	// about, and nothing blocks that did not before.
	Holds(*Edited) (why string)
}

// A Claim is what a check would like to report. Its fixes are candidates, the
// best one first.
type Claim struct {
	report.Finding
	Case Case
	// Style says that the claim is not about a run that fails. It is reported
	// without a witness, so the rule has to be off by default.
	Style bool
	// Calls says that its fixes may call what was begun with go.
	Calls bool
}

// A Gate tries the claims of one check about one package.
type Gate struct {
	// Pass is that of the analyzer whose facts are wanted when the edited
	// package is looked at again.
	Pass *analysis.Pass
	// Needs, if set, names the functions that the analyzer looked into. A fix is
	// tried with those alone first: that is enough in nearly every case, and a
	// large package has thousands of others.
	Needs func(*ast.FuncDecl) bool
}

// An Outcome is what became of a claim.
type Outcome struct {
	report.Finding        // with its witness, and at most one fix, which holds
	Unshown        string // why it is not reported; "" if it is
	Refused        string // why none of its fixes is offered; "" if one is, or it has none
}

// An Observer is told what a check has handed in and what became of it, and may
// hand in the same claims with other fixes. It is for tests: a copy of a check
// that requires an analyzer with an Observer for its result tells that.
type Observer func(pass *analysis.Pass, g Gate, claims []Claim, outcomes []Outcome)

// Report reports the claims that are shown, with the fixes that hold, as
// findings of the check that pass is for.
func (g Gate) Report(pass *analysis.Pass, claims []Claim) *report.Result {
	res := new(report.Result)
	outcomes := g.Decide(claims)
	for _, result := range pass.ResultOf {
		if observe, ok := result.(Observer); ok {
			observe(pass, g, claims, outcomes)
		}
	}
	for _, o := range outcomes {
		posn := pass.Fset.Position(o.Pos)
		if o.Unshown != "" {
			res.Note(posn, o.Rule+" is not reported, because no execution shows it: "+o.Unshown)
			continue
		}
		if o.Refused != "" {
			res.Note(posn, o.Rule+" has no fix: "+o.Refused)
		}
		res.Report(pass, pass.Analyzer.Name, o.Finding)
	}
	return res
}

// Decide tries claims, and says what became of each.
func (g Gate) Decide(claims []Claim) []Outcome {
	out := make([]Outcome, len(claims))
	var with []int // claims with a fix to try
	for i, c := range claims {
		o := &out[i]
		o.Finding = c.Finding
		if !c.Style {
			if o.Witness, o.Unshown = c.Case.Witness(); o.Witness == nil {
				if o.Unshown == "" {
					o.Unshown = "nothing was run"
				}
				o.Fixes = nil
				continue
			}
			o.Unshown = ""
			o.Related = relate(g.Pass.Fset, o.Finding)
		}
		if len(c.Fixes) > 0 {
			with = append(with, i)
		}
	}

	// All at once is nearly always enough. Where it is not, each fix has to hold
	// without the others: a user may apply one alone.
	var all trial
	for _, i := range with {
		all.add(claims[i], claims[i].Fixes[0])
	}
	together := len(with) > 1 && g.try(all) == ""
	for _, i := range with {
		o := &out[i]
		candidates := o.Fixes
		o.Fixes = nil
		for _, f := range candidates {
			if !together {
				var alone trial
				alone.add(claims[i], f)
				if why := g.try(alone); why != "" {
					o.Refused = why
					continue
				}
			}
			o.Fixes, o.Refused = []analysis.SuggestedFix{f}, ""
			break
		}
	}
	for i := range out {
		advise(&out[i])
	}
	return out
}

// advise ends a message with what to do: what its fix does, if one is offered.
func advise(o *Outcome) {
	todo := o.Todo
	if todo == "" {
		return
	}
	if len(o.Fixes) > 0 {
		todo = strings.ToLower(o.Fixes[0].Message[:1]) + o.Fixes[0].Message[1:]
	}
	o.Message += "; " + todo
}

// A trial is a fix of each of some cases.
type trial struct {
	cases []Case
	fixes []analysis.SuggestedFix
	calls bool // see Claim.Calls
}

func (t *trial) add(c Claim, fix analysis.SuggestedFix) {
	t.cases, t.fixes, t.calls = append(t.cases, c.Case), append(t.fixes, fix), t.calls || c.Calls
}

// try applies the fixes to the package in memory, and says what is wrong with the
// result; "" if nothing is.
func (g Gate) try(t trial) string {
	if g.Needs != nil {
		// What is found wrong without the rest is looked at again with it.
		pass, err := try.Partly(g.Pass, g.Needs, t.fixes...)
		if err == nil && g.spoilt(pass, t) == "" && holds(&Edited{Pass: pass, Partly: true, Cases: t.cases}) == "" {
			return ""
		}
	}
	pass, err := try.Edited(g.Pass, t.fixes...)
	if err != nil {
		return err.Error()
	}
	if why := g.spoilt(pass, t); why != "" {
		return why
	}
	return holds(&Edited{Pass: pass, Cases: t.cases})
}

// spoilt says what fixes do wrong that no case is about.
func (g Gate) spoilt(pass *analysis.Pass, t trial) string {
	if why := try.Loses(g.Pass, pass); why != "" {
		return why
	}
	return outcome.Worse(g.Pass, pass, t.calls)
}

func holds(e *Edited) string {
	for _, c := range e.Cases {
		if why := c.Holds(e); why != "" {
			return why
		}
	}
	return ""
}
