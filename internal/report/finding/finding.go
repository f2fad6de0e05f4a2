// Package finding is what drivers of informerlint print: the findings of all
// checks, each defect once, with what identifies it in another commit.
package finding

import (
	"cmp"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/driver"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/suppress"
)

// A Finding is a diagnostic and where it comes from.
type Finding struct {
	Check     string
	PackageID string
	Fset      *token.FileSet
	Posn      token.Position
	Own       map[string]bool // the package's own source files, as the user wrote them
	report.Reported
	Directive *suppress.Directive // the comment that suppresses it, if one does
}

// Rule returns the finding's name in the catalogue, CHECK/RULE.
func (f Finding) Rule() string {
	if f.Category == "" {
		return f.Check
	}
	return f.Check + "/" + f.Category
}

// Collect sorts findings by position and leaves each defect once: a file may
// have been looked at as part of several packages.
func Collect(raw []driver.Finding, fset *token.FileSet) []Finding {
	type key struct {
		check, file string
		offset      int
		message     string
	}
	slices.SortStableFunc(raw, func(a, b driver.Finding) int { return cmp.Compare(a.Package.ID, b.Package.ID) })
	seen := make(map[key]bool)
	var found []Finding
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
		found = append(found, Finding{
			Check: f.Analyzer.Name, PackageID: packageID(f.Package.ID), Fset: fset, Posn: posn, Own: own,
			Reported: f.Reported, Directive: f.Directive,
		})
	}
	slices.SortStableFunc(found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Posn.Filename, b.Posn.Filename), cmp.Compare(a.Posn.Line, b.Posn.Line),
			cmp.Compare(a.Posn.Column, b.Posn.Column), cmp.Compare(a.Check, b.Check), cmp.Compare(a.Message, b.Message))
	})
	return found
}

// packageID returns the name that go vet -json gives a package: the go
// command's, without the "[p.test]" after the form that includes tests.
func packageID(id string) string {
	id, _, _ = strings.Cut(id, " ")
	return id
}

// Fixable reports whether the first fix can be applied: all of its edits lie
// in source files of the package. The Go files that cgo generates do not
// count, although positions in them look as if they were in the original.
func (f Finding) Fixable() bool {
	if len(f.SuggestedFixes) == 0 {
		return false
	}
	for _, e := range f.SuggestedFixes[0].TextEdits {
		file := f.Fset.File(e.Pos)
		if file == nil || !f.Own[file.Name()] {
			return false
		}
	}
	return true
}

// Range returns the first and last position of a piece of source; last is
// first where the end is not known.
func Range(fset *token.FileSet, pos, end token.Pos) (first, last token.Position) {
	first = fset.Position(pos)
	last = first
	if end.IsValid() && end > pos && fset.File(end) == fset.File(pos) {
		last = fset.Position(end)
	}
	return first, last
}

// Relative shortens a file name (or a position that begins with one) to how
// it is seen from the current directory, if that is shorter.
func Relative(name string) string {
	wd, err := os.Getwd()
	if err != nil || !filepath.IsAbs(name) {
		return name
	}
	if rel, err := filepath.Rel(wd, name); err == nil && len(rel) < len(name) {
		return rel
	}
	return name
}
