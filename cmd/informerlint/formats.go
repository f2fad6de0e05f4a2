package main

import (
	"io"
	"maps"
	"slices"
	"strings"
)

// The forms in which findings are printed.
const (
	formatText   = "text"
	formatJSON   = "json"
	formatSARIF  = "sarif"
	formatGitHub = "github"
	formatRDJSON = "rdjson"
)

// An outcome is what a run has found, and where.
type outcome struct {
	found      []finding
	suppressed []finding
	trouble    []string // why the answer is incomplete, if it is
	root       string   // the directory to which a report's paths are relative
	witness    bool     // print witnesses
}

// formats write an outcome; -fix has its own ways.
var formats = map[string]func(w io.Writer, o outcome) error{
	formatText:   func(w io.Writer, o outcome) error { printText(w, o.found, o.witness); return nil },
	formatJSON:   func(w io.Writer, o outcome) error { return printJSON(w, o.found) },
	formatSARIF:  printSARIF,
	formatGitHub: printGitHub,
	formatRDJSON: printRDJSON,
}

func formatNames() string {
	return strings.Join(slices.Sorted(maps.Keys(formats)), ", ")
}
