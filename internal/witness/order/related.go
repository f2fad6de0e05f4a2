package order

import (
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/report"
)

// maxRelated is how many places of a story a diagnostic names.
const maxRelated = 4

// Related adds to the places that a finding names those of the witness's steps
// that are on lines of their own, as far as there is room.
func Related(fset *token.FileSet, pos token.Pos, named []analysis.RelatedInformation, w *report.Witness) []analysis.RelatedInformation {
	line := func(p token.Pos) token.Position {
		at := fset.Position(p)
		return token.Position{Filename: at.Filename, Line: at.Line}
	}
	seen := map[token.Position]bool{line(pos): true}
	for _, r := range named {
		seen[line(r.Pos)] = true
	}
	for _, s := range w.Steps {
		if len(named) >= maxRelated || !s.Pos.IsValid() || seen[line(s.Pos)] {
			continue
		}
		seen[line(s.Pos)] = true
		named = append(named, analysis.RelatedInformation{Pos: s.Pos, Message: "in the execution that goes wrong: " + s.Text})
	}
	return named
}
