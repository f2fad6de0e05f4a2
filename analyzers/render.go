package analyzers

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/informerlint/informerlint/internal/check"
)

// Markdown returns the page of a check, docs/checks/NAME.md. The headings of
// the rules are the anchors to which diagnostics link.
func Markdown(c check.Check) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n## Symptoms\n\n", c.Name())
	for _, r := range c.Rules {
		fmt.Fprintf(&b, "- %s ([%s](#%s))\n", r.Symptom, r.Name, r.Name)
	}
	fmt.Fprintf(&b, "\n## Cause\n\n%s.\n\n%s\n\n", capital(c.Summary), c.Intro)
	b.WriteString("## Wrong\n\n" + fence(c.Wrong) + "\n## Right\n\n" + fence(c.Right) + "\n## Rules\n\n")
	for _, r := range c.Rules {
		b.WriteString(ruleMarkdown(c, r) + "\n")
	}
	b.WriteString("## Not reported\n\n")
	for _, s := range c.Silent {
		b.WriteString("- " + s + "\n")
	}
	b.WriteString("\n## Fixes\n\n" + c.Fix + "\n")
	b.WriteString(proofMarkdown(c))
	return b.String()
}

func ruleMarkdown(c check.Check, r check.Rule) string {
	state := "On by default."
	if !r.On() {
		state = "Off by default; `" + c.Flag(r) + "` switches it on. " + r.Optional
	}
	return fmt.Sprintf("### %s\n\n%s.\n\n%s\n\nSource: %s\n", r.Name, capital(r.Summary), state, r.Source)
}

// Table returns the checks and their rules as a table for the README. Links
// are relative to the repository's root.
func Table() string {
	var b strings.Builder
	b.WriteString("| check | rule | reports | default |\n| --- | --- | --- | --- |\n")
	for _, c := range Catalogue() {
		for i, r := range c.Rules {
			name := ""
			if i == 0 {
				name = fmt.Sprintf("[%s](docs/checks/%s.md)", c.Name(), c.Name())
			}
			state := "on"
			if !r.On() {
				state = "`" + c.Flag(r) + "`"
			}
			fmt.Fprintf(&b, "| %s | [%s](docs/checks/%s.md#%s) | %s | %s |\n", name, r.Name, c.Name(), r.Name, r.Summary, state)
		}
	}
	return b.String()
}

// local matches a link to a heading of the same page, which means nothing in a
// terminal.
var local = regexp.MustCompile(`\[([^]]+)\]\(#[^)]+\)`)

// Text returns the page of a check, or of one rule if the name of one is
// given, for a terminal. Both begin with what a user sees.
func Text(c check.Check, rule string) string {
	md := Markdown(c)
	if r, ok := c.Rule(rule); ok {
		md = fmt.Sprintf("# %s/%s\n\nSymptom: %s\n%s", c.Name(), r.Name, r.Symptom, strings.TrimPrefix(ruleMarkdown(c, r), "### "+r.Name+"\n")) + ruleExplored(c, r)
	}
	md = local.ReplaceAllString(md, "$1")
	var b strings.Builder
	code := false
	for line := range strings.Lines(md) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "```"):
			code = !code
		case strings.HasPrefix(line, "<!--"):
		case code:
			b.WriteString(strings.TrimRight("    "+line, " ") + "\n")
		case strings.HasPrefix(line, "#"):
			b.WriteString(strings.TrimLeft(line, "# ") + "\n")
		case strings.HasPrefix(line, "- "):
			b.WriteString(wrap("- ", "  ", strings.TrimPrefix(line, "- ")))
		default:
			b.WriteString(wrap("", "", line))
		}
	}
	return b.String()
}

// width is how long the lines of Text get.
const width = 90

// wrap breaks a paragraph into lines, and takes the marks of Markdown out.
func wrap(first, rest, text string) string {
	text = strings.NewReplacer("`", "", "*", "").Replace(text)
	var b strings.Builder
	line := first
	for i, word := range strings.Fields(text) {
		if i > 0 && len(line)+1+len(word) > width {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = rest + word
			continue
		}
		if i > 0 {
			line += " "
		}
		line += word
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n")
	return b.String()
}

func fence(code string) string { return "```go\n" + code + "```\n" }

func capital(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
