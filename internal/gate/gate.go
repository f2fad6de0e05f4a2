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
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"

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
	// Place names what is wrong where callers of one helper each have a claim, and
	// its rule, if one report cannot stand for claims of several. Of those that have no
	// fix one is reported, which says of the others: they all end when the helper is
	// right. One with a fix is mended on its own.
	Place string
	// Too says of another claim of that place what its line does.
	Too string
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

	beside []offer // what the checks before this one offer
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
	all := g
	all.beside = offersBefore(pass)
	outcomes := all.Decide(claims)
	for _, result := range pass.ResultOf {
		if observe, ok := result.(Observer); ok {
			observe(pass, g, claims, outcomes)
		}
	}
	own := offer{gate: g}
	told := make(map[int]token.Pos) // with which claim it was reported
	for i, o := range outcomes {
		posn := pass.Fset.Position(o.Pos)
		if at, ok := told[i]; ok {
			res.Note(posn, o.Rule+" is reported at "+shortly(pass.Fset, at)+": it is the same")
			continue
		}
		if o.Unshown != "" {
			res.Note(posn, o.Rule+" is not reported, because no execution shows it: "+o.Unshown)
			continue
		}
		if o.Refused != "" {
			res.Note(posn, o.Rule+" has no fix: "+o.Refused)
		}
		others := same(claims, outcomes, i)
		for _, k := range others {
			o.Relate(outcomes[k].Pos, claims[k].Too)
		}
		reported := res.Report(pass, pass.Analyzer.Name, o.Finding)
		for _, k := range others {
			if reported { // what is suppressed here is reported there
				told[k] = o.Pos
			}
		}
		if reported && len(o.Fixes) > 0 {
			own.cases, own.fixes, own.calls = append(own.cases, claims[i].Case), append(own.fixes, o.Fixes[0]), own.calls || claims[i].Calls
		}
	}
	if len(own.fixes) > 0 {
		res.Offered = own
	}
	return res
}

// same are the claims behind claim i that are told with it.
func same(claims []Claim, outcomes []Outcome, i int) (out []int) {
	if claims[i].Place == "" || len(outcomes[i].Fixes) > 0 {
		return nil
	}
	for k := i + 1; k < len(claims); k++ {
		if claims[k].Place == claims[i].Place && outcomes[k].Unshown == "" && len(outcomes[k].Fixes) == 0 {
			out = append(out, k)
		}
	}
	return out
}

func shortly(fset *token.FileSet, pos token.Pos) string {
	p := fset.Position(pos)
	return fmt.Sprintf("%s:%d", filepath.Base(p.Filename), p.Line)
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

	tried := make([]Claim, len(with))
	for k, i := range with {
		tried[k] = claims[i]
	}
	fixes, refused := g.choose(tried)
	for k, i := range with {
		out[i].Fixes, out[i].Refused = fixes[k], refused[k]
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
