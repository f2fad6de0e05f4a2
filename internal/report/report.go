// Package report turns findings into diagnostics, alike in all checks.
package report

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/config"
	"github.com/informerlint/informerlint/internal/suppress"
)

// Base is the address under which the pages of the checks live.
const Base = "https://github.com/informerlint/informerlint/blob/main/docs/checks/"

// LeaveNolint leaves nolint directives to the driver. The plugin of
// golangci-lint sets it before any analysis: golangci-lint filters by them
// itself, and calls those unused whose findings it never saw.
var LeaveNolint bool

// A Finding is one defect at the line that has to change.
type Finding struct {
	Pos, End token.Pos
	Rule     string // the sub-rule's stable name
	Message  string // what happens at run time and what to do, without the rule
	Related  []analysis.RelatedInformation
	Fixes    []analysis.SuggestedFix
	Witness  *Witness // nil: none was made
}

// Report reports f as a diagnostic of check, and keeps it in r. Dropped are
// findings in generated files, which nobody can mend there, and what the
// config file excludes or switches off. What a comment suppresses is kept in r
// but not reported, so that it is not reported, and not fixed, in any driver.
func (r *Result) Report(pass *analysis.Pass, check string, f Finding) {
	file := fileOf(pass, f.Pos)
	if file != nil && ast.IsGenerated(file) {
		return
	}
	// A config that cannot be read has failed the analyzers that this one requires.
	conf, _ := config.For(pass)
	posn := pass.Fset.Position(f.Pos)
	if !conf.On(check, f.Rule, true) || conf.Excluded(posn.Filename) {
		return
	}
	diag := analysis.Diagnostic{
		Pos: f.Pos, End: f.End,
		Category:       f.Rule,
		Message:        f.Message + " (" + check + "/" + f.Rule + ")",
		URL:            Base + check + ".md#" + f.Rule,
		Related:        f.Related,
		SuggestedFixes: f.Fixes,
	}
	rep := Reported{Diagnostic: diag, Witness: f.Witness, Function: functionAt(pass, file, f.Pos), Shape: shapeOf(pass, f.Pos, f.End)}
	if file != nil {
		line := pass.Fset.PositionFor(f.Pos, false).Line
		all := slices.DeleteFunc(suppress.Parse(pass.Fset, file), func(d *suppress.Directive) bool {
			return d.Pos == f.Pos // a comment does not suppress what is said of itself
		})
		if d := suppress.Find(all, check, f.Rule, line, LeaveNolint); d != nil {
			r.Suppressed = append(r.Suppressed, Suppressed{Reported: rep, Directive: d})
			return
		}
	}
	pass.Report(diag)
	r.Findings = append(r.Findings, rep)
}

// On reports whether a rule that is off by default is wanted: flag is the
// value of its flag, and the config file can switch it on as well.
func On(pass *analysis.Pass, check, rule string, flag bool) bool {
	conf, _ := config.For(pass)
	return conf.On(check, rule, flag)
}

func fileOf(pass *analysis.Pass, pos token.Pos) *ast.File {
	for _, file := range pass.Files {
		if file.FileStart <= pos && pos < file.FileEnd {
			return file
		}
	}
	return nil
}
