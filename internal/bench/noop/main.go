// Noop is a tool for go vet with one check that does nothing: what the
// benchmark compares informerlint with, since whatever a vettool does, go vet
// type-checks every package for it.
package main

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
)

var noop = &analysis.Analyzer{
	Name: "noop",
	Doc:  "noop: do nothing",
	Run:  func(*analysis.Pass) (any, error) { return nil, nil },
}

func main() { unitchecker.Main(noop) }
