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
}

// Finding reports f as a diagnostic of check. Findings in generated files are
// dropped: nobody can mend them there.
func Report(pass *analysis.Pass, check string, f Finding) {
	for _, file := range pass.Files {
		if file.FileStart <= f.Pos && f.Pos < file.FileEnd && ast.IsGenerated(file) {
			return
		}
	}
	pass.Report(analysis.Diagnostic{
		Pos: f.Pos, End: f.End,
		Category:       f.Rule,
		Message:        f.Message + " (" + check + "/" + f.Rule + ")",
		URL:            Base + check + ".md#" + f.Rule,
		Related:        f.Related,
		SuggestedFixes: f.Fixes,
	})
}
