package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/informerlint/informerlint/internal/check"
	"github.com/informerlint/informerlint/internal/example"
	"github.com/informerlint/informerlint/internal/report/page"
)

// explainHTML writes what explain prints as a page, with a counterexample for
// each rule that has one; rule is "" for all.
func explainHTML(w io.Writer, c check.Check, rule string) error {
	p := page.Page{Title: "informerlint explain " + c.Name(), Version: described().Version, Examples: true}
	rules := c.Rules
	if r, ok := c.Rule(rule); ok {
		rules = []check.Rule{r}
		p.Title += "/" + r.Name
		p.Intro = sentence(r.Summary)
	} else {
		p.Intro = sentence(c.Summary)
		p.Text = append(p.Text, page.Section{Heading: "What happens", Text: strings.Split(c.Intro, "\n\n")})
	}
	about := page.Section{Heading: "Rules"}
	if rule != "" {
		about.Heading = "The rule"
	}
	for _, r := range rules {
		state := "On by default."
		if !r.On() {
			state = "Off by default; `" + c.Flag(r) + "` switches it on. " + r.Optional
		}
		text := "**" + r.Name + "**: " + r.Summary + ". " + state + " Source: " + r.Source
		e, ok := example.Of(c.Name() + "/" + r.Name)
		if ok {
			f := e.Finding
			f.Symptom, f.Summary = r.Symptom, r.Summary
			p.Findings = append(p.Findings, f)
		} else {
			text += " No counterexample is kept for it."
		}
		about.List = append(about.List, text)
	}
	p.Text = append(p.Text, about)
	if rule == "" {
		p.Text = append(p.Text,
			page.Section{Heading: "Wrong", Code: c.Wrong},
			page.Section{Heading: "Right", Code: c.Right},
			page.Section{Heading: "Not reported", List: c.Silent},
			page.Section{Heading: "Fixes", Text: []string{c.Fix}})
	}
	if len(p.Findings) > 0 {
		p.Text = append(p.Text, page.Section{Heading: "Counterexamples", Text: []string{
			"Programs of `testdata`, which are wrong in one way each, as this check reports them: the failing run, and the check's own fix."}})
	}
	return page.Write(w, p)
}

// sentence makes a summary one.
func sentence(s string) string {
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

// explainArgs takes -html out of the arguments of explain, wherever it stands.
func explainArgs(args []string) (rest []string, html bool, err error) {
	for _, arg := range args {
		switch {
		case arg == "-html" || arg == "--html":
			html = true
		case strings.HasPrefix(arg, "-"):
			return nil, false, fmt.Errorf("explain has no flag %s, only -html", arg)
		default:
			rest = append(rest, arg)
		}
	}
	return rest, html, nil
}
