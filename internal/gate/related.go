package gate

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/report"
)

// maxRelated is how many steps of its witness a diagnostic names.
const maxRelated = 3

// relate adds to the places that a finding names the last steps of its witness
// that are on lines of their own: that is where it fails.
func relate(fset *token.FileSet, f report.Finding) []analysis.RelatedInformation {
	type line struct {
		file string
		line int
	}
	at := func(pos token.Pos) line {
		p := fset.Position(pos)
		return line{p.Filename, p.Line}
	}
	known := map[line]bool{at(f.Pos): true}
	for _, r := range f.Related {
		known[at(r.Pos)] = true
	}
	var more []analysis.RelatedInformation
	for _, s := range slices.Backward(f.Witness.Steps) {
		if !s.Pos.IsValid() || known[at(s.Pos)] || len(more) == maxRelated {
			continue
		}
		known[at(s.Pos)] = true
		text := report.InRun + ": " + s.Text
		if s.Thread != "" && s.Thread != report.Program {
			text = report.InRun + ", " + s.Thread + ": " + s.Text
		}
		more = append(more, analysis.RelatedInformation{Pos: s.Pos, Message: text})
	}
	slices.Reverse(more)
	return append(slices.Clip(f.Related), more...)
}
