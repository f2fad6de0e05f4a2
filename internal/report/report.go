// Package report turns findings into diagnostics, alike in all checks.
package report

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
)

// Base is the address under which the pages of the checks live.
const Base = "https://github.com/informerlint/informerlint/blob/main/docs/checks/"

// A Finding is one defect at the line that has to change.
type Finding struct {
	Pos, End token.Pos
	Rule     string // the sub-rule's stable name
	Message  string // what happens at run time and what to do, without the rule
	Related  []analysis.RelatedInformation
	Fixes    []analysis.SuggestedFix
	Witness  *Witness // nil: none was made
}

// Report reports f as a diagnostic of check, and keeps it in r. Findings in
// generated files are dropped: nobody can mend them there.
func (r *Result) Report(pass *analysis.Pass, check string, f Finding) {
	for _, file := range pass.Files {
		if file.FileStart <= f.Pos && f.Pos < file.FileEnd && ast.IsGenerated(file) {
			return
		}
	}
	diag := analysis.Diagnostic{
		Pos: f.Pos, End: f.End,
		Category:       f.Rule,
		Message:        f.Message + " (" + check + "/" + f.Rule + ")",
		URL:            Base + check + ".md#" + f.Rule,
		Related:        f.Related,
		SuggestedFixes: f.Fixes,
	}
	pass.Report(diag)
	r.Findings = append(r.Findings, Reported{Diagnostic: diag, Witness: f.Witness})
}
