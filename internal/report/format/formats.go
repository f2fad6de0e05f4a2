// Package format prints findings, in each of the forms that informerlint has.
// It knows no check: what the forms say of checks and rules comes in a Tool.
package format

import (
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/report/finding"
)

// The forms in which findings are printed.
const (
	Text   = "text"
	JSON   = "json"
	SARIF  = "sarif"
	GitHub = "github"
	RDJSON = "rdjson"
	HTML   = "html"
)

// An Outcome is what a run has found, and where.
type Outcome struct {
	Tool       Tool
	Found      []finding.Finding
	Suppressed []finding.Finding // by comments
	Trouble    []string          // why the answer is incomplete, if it is
	Root       string            // the directory to which a report's paths are relative
	Witness    bool              // print witnesses
}

// A Tool is what the forms say of informerlint itself.
type Tool struct {
	Version     string // "" if it is not known
	Description string
	Rules       []Rule
}

// A Rule is one kind of finding.
type Rule struct {
	ID      string // CHECK/RULE
	Summary string // a sentence of Markdown
	Symptom string // what a user sees at run time, a sentence of Markdown; "" if nobody has said
	HelpURI string
	Help    string
	Level   string // in the words of SARIF
	On      bool   // by default
}

// level returns how grave a finding is: as it says itself, or as its rule, or
// "warning" for a rule that the tool does not list.
func (t Tool) level(f finding.Finding) string {
	if f.Severity != "" {
		return string(f.Severity)
	}
	for _, r := range t.Rules {
		if r.ID == f.Rule() {
			return r.Level
		}
	}
	return "warning"
}

var writers = map[string]func(w io.Writer, o Outcome) error{
	Text:   func(w io.Writer, o Outcome) error { PrintText(w, o.Found, o.Witness); return nil },
	JSON:   func(w io.Writer, o Outcome) error { return printJSON(w, o.Found) },
	SARIF:  printSARIF,
	GitHub: printGitHub,
	RDJSON: printRDJSON,
	HTML:   printHTML,
}

// Write writes an outcome in a form, which must be Known.
func Write(w io.Writer, form string, o Outcome) error { return writers[form](w, o) }

// Known reports whether there is a form of that name.
func Known(form string) bool { return writers[form] != nil }

// Names returns the names of the forms, sorted.
func Names() []string { return slices.Sorted(maps.Keys(writers)) }

// List returns the names of the forms for a sentence.
func List() string { return strings.Join(Names(), ", ") }
