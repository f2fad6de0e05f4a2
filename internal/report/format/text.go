package format

import (
	"fmt"
	"go/token"
	"io"

	"github.com/informerlint/informerlint/internal/report/finding"
)

// PrintText writes one line a finding, and below it, indented, one line for
// each other place that belongs to the story.
func PrintText(w io.Writer, found []finding.Finding, withWitness bool) {
	for _, f := range found {
		note := ""
		if f.Severity == "note" {
			note = "note: "
		}
		fmt.Fprintf(w, "%s: %s%s\n", shortPosition(f.Posn), note, f.Message)
		for _, r := range f.Related {
			fmt.Fprintf(w, "\t%s: %s\n", shortPosition(f.Fset.Position(r.Pos)), r.Message)
		}
		if withWitness {
			printWitness(w, f)
		}
	}
}

func shortPosition(p token.Position) token.Position {
	p.Filename = finding.Relative(p.Filename)
	return p
}
