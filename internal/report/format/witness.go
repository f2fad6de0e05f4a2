package format

import (
	"fmt"
	"io"

	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/report/finding"
)

// printWitness writes the failing run of a finding: what must hold, how much
// was explored, and the steps in their order.
func printWitness(w io.Writer, f finding.Finding) {
	if f.Witness == nil {
		return
	}
	fmt.Fprintf(w, "\twitness: %s; %s\n", f.Witness.Property, explored(f.Witness))
	width := 0
	for _, s := range f.Witness.Steps {
		width = max(width, len(s.Thread))
	}
	for i, s := range f.Witness.Steps {
		fmt.Fprintf(w, "\t\t%2d. %-*s  ", i+1, width, s.Thread)
		if place := stepPlace(f, s); place != "" {
			fmt.Fprintf(w, "%s: ", place)
		}
		fmt.Fprintln(w, s.Text)
	}
}

// explored says what share of the executions goes wrong.
func explored(w *report.Witness) string {
	return fmt.Sprintf("%d of %d execution classes within %s", w.Violating, w.Classes, w.Bound)
}

// stepPlace returns "file:line" of a step, or what is known of it.
func stepPlace(f finding.Finding, s report.Step) string {
	if !s.Pos.IsValid() {
		return s.Where
	}
	posn := shortPosition(f.Fset.Position(s.Pos))
	return fmt.Sprintf("%s:%d", posn.Filename, posn.Line)
}
