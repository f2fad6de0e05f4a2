package main

import (
	"fmt"
	"io"

	"github.com/informerlint/informerlint/internal/report"
)

// printWitness writes the execution behind a finding: what must hold, how much
// was explored, and the steps in their order.
func printWitness(w io.Writer, f finding) {
	if f.witness == nil {
		return
	}
	fmt.Fprintf(w, "\twitness: %s; %s\n", f.witness.Property, explored(f.witness))
	width := 0
	for _, s := range f.witness.Steps {
		width = max(width, len(s.Thread))
	}
	for i, s := range f.witness.Steps {
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
func stepPlace(f finding, s report.Step) string {
	if !s.Pos.IsValid() {
		return s.Where
	}
	posn := shortPosition(f.fset.Position(s.Pos))
	return fmt.Sprintf("%s:%d", posn.Filename, posn.Line)
}

type (
	jsonWitness struct {
		Property  string     `json:"property"`
		Classes   int        `json:"classes"`
		Violating int        `json:"violating"`
		Bound     string     `json:"bound"`
		Steps     []jsonStep `json:"steps"`
	}
	jsonStep struct {
		Thread string `json:"thread"`
		Text   string `json:"text"`
		Posn   string `json:"posn,omitempty"` // "file:line:col", in another package "file:line"
	}
)

func newJSONWitness(f finding) *jsonWitness {
	if f.witness == nil {
		return nil
	}
	w := &jsonWitness{Property: f.witness.Property, Classes: f.witness.Classes, Violating: f.witness.Violating, Bound: f.witness.Bound, Steps: []jsonStep{}}
	for _, s := range f.witness.Steps {
		posn := s.Where
		if s.Pos.IsValid() {
			posn = f.fset.Position(s.Pos).String()
		}
		w.Steps = append(w.Steps, jsonStep{s.Thread, s.Text, posn})
	}
	return w
}
