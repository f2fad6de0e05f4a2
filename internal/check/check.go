// Package check has the type of the one value that describes a check. It is the
// variable Check in analyzers/NAME/check.go; everything else that has to know a
// check, its rules or its kind is made from that value: the registry, the pages
// of docs/checks, the table in the README, explain, list and SARIF, the names in
// config files, what ignorecomment requires, and what proof and the tests run.
package check

import (
	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/check/kind"
	"github.com/informerlint/informerlint/internal/report"
)

// A Check is an analyzer with its kind and its texts, which are Markdown.
type Check struct {
	Analyzer *analysis.Analyzer
	Kind     kind.Kind
	Summary  string // one sentence, for tables
	// Intro says why it goes wrong, and defines the terms that the rest uses. What
	// a user sees stands before it, see Rule.Symptom.
	Intro string
	Rules []Rule
	Wrong string // a program that is reported
	Right string // the same, fixed
	// Silent lists what is not reported, and why not.
	Silent []string
	// Fix says what the suggested fixes do, and where none is offered.
	Fix string
}

// A Rule is one kind of report of a check.
type Rule struct {
	Name string // the Category of its diagnostics
	// Symptom is what a user of the program sees at run time, in one or two
	// sentences with the words of somebody who searches for it and has not heard
	// of the check.
	Symptom string
	Summary string // one sentence: what is reported
	// Optional is why the rule is off by default, and empty if it is on. An
	// optional rule has a flag, -CHECK.RULE.
	Optional string
	// Source is what the rule rests on: upstream's own documentation or
	// source, or an experiment. It is read without the other rules.
	Source string
}

// On reports whether the rule is on by default.
func (r Rule) On() bool { return r.Optional == "" }

// Name returns the name of the check, which is that of its analyzer.
func (c Check) Name() string { return c.Analyzer.Name }

// Rule returns a rule of the check by its name.
func (c Check) Rule(name string) (Rule, bool) {
	for _, r := range c.Rules {
		if r.Name == name {
			return r, true
		}
	}
	return Rule{}, false
}

// Flag returns the flag that switches an optional rule on.
func (c Check) Flag(r Rule) string { return "-" + c.Name() + "." + r.Name }

// HelpURI returns the address of the text about a rule.
func (c Check) HelpURI(r Rule) string { return report.Base + c.Name() + ".md#" + r.Name }
