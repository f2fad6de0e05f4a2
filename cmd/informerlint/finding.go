package main

import (
	"cmp"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/driver"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/suppress"
)

// A finding is a diagnostic and where it comes from.
type finding struct {
	check     string
	packageID string
	fset      *token.FileSet
	posn      token.Position
	own       map[string]bool // the package's own source files, as the user wrote them
	analysis.Diagnostic

	witness         *report.Witness     // nil: none was made
	function, shape string              // see report.Reported
	directive       *suppress.Directive // the comment that suppresses it, if one does
}

// rule returns the finding's name in the catalogue, CHECK/RULE.
func (f finding) rule() string {
	if f.Category == "" {
		return f.check
	}
	return f.check + "/" + f.Category
}

// collect sorts findings by position and leaves each defect once: a file may
// have been looked at as part of several packages.
func collect(raw []driver.Finding, fset *token.FileSet) []finding {
	type key struct {
		check, file string
		offset      int
		message     string
	}
	slices.SortStableFunc(raw, func(a, b driver.Finding) int { return cmp.Compare(a.Package.ID, b.Package.ID) })
	seen := make(map[key]bool)
	var found []finding
	for _, f := range raw {
		posn := fset.Position(f.Pos)
		k := key{f.Analyzer.Name, posn.Filename, posn.Offset, f.Message}
		if seen[k] {
			continue
		}
		seen[k] = true
		own := make(map[string]bool)
		for _, name := range f.Package.GoFiles {
			own[name] = true
		}
		found = append(found, finding{
			check: f.Analyzer.Name, packageID: packageID(f.Package.ID), fset: fset, posn: posn, own: own, Diagnostic: f.Diagnostic,
			witness: f.Witness, function: f.Function, shape: f.Shape, directive: f.Directive,
		})
	}
	slices.SortStableFunc(found, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.posn.Filename, b.posn.Filename), cmp.Compare(a.posn.Line, b.posn.Line),
			cmp.Compare(a.posn.Column, b.posn.Column), cmp.Compare(a.check, b.check), cmp.Compare(a.Message, b.Message))
	})
	return found
}

// packageID returns the name that go vet -json gives a package: the go
// command's, without "[p.test]" behind the form that includes tests.
func packageID(id string) string {
	id, _, _ = strings.Cut(id, " ")
	return id
}

// fixable reports whether the first fix can be applied: all of its edits lie
// in source files of the package. The Go files that cgo generates do not
// count, although positions in them look as if they were in the original.
func (f finding) fixable() bool {
	if len(f.SuggestedFixes) == 0 {
		return false
	}
	for _, e := range f.SuggestedFixes[0].TextEdits {
		file := f.fset.File(e.Pos)
		if file == nil || !f.own[file.Name()] {
			return false
		}
	}
	return true
}
