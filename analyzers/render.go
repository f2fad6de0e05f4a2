package analyzers

import (
	"fmt"
	"strings"
)

// Find returns the catalogue's row for a check.
func Find(name string) (Check, bool) {
	for _, c := range Catalogue() {
		if c.Name == name {
			return c, true
		}
	}
	return Check{}, false
}

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
func (c Check) Flag(r Rule) string { return "-" + c.Name + "." + r.Name }

// Markdown returns the page of the check, docs/checks/NAME.md. The headings of
// the rules are the anchors to which diagnostics link.
func (c Check) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s.\n\n%s\n\n", c.Name, capital(c.Summary), c.Intro)
	b.WriteString("## Wrong\n\n" + fence(c.Wrong) + "\n## Right\n\n" + fence(c.Right) + "\n## Rules\n\n")
	for _, r := range c.Rules {
		b.WriteString(c.ruleMarkdown(r) + "\n")
	}
	b.WriteString("## Not reported\n\n")
	for _, s := range c.Silent {
		b.WriteString("- " + s + "\n")
	}
	b.WriteString("\n## Fixes\n\n" + c.Fix + "\n")
	b.WriteString(c.proofMarkdown())
	return b.String()
}

func (c Check) ruleMarkdown(r Rule) string {
	state := "On by default."
	if !r.On() {
		state = "Off by default; `" + c.Flag(r) + "` switches it on. " + r.Optional
	}
	return fmt.Sprintf("### %s\n\n%s.\n\n%s\n\nRests on: %s\n", r.Name, capital(r.Summary), state, r.Source)
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
				name = fmt.Sprintf("[%s](docs/checks/%s.md)", c.Name, c.Name)
			}
			state := "on"
			if !r.On() {
				state = "`" + c.Flag(r) + "`"
			}
			fmt.Fprintf(&b, "| %s | [%s](docs/checks/%s.md#%s) | %s | %s |\n", name, r.Name, c.Name, r.Name, r.Summary, state)
		}
	}
	return b.String()
}

// Text returns the page of the check, or of one rule if the name of one is
// given, for a terminal.
func (c Check) Text(rule string) string {
	md := c.Markdown()
	if r, ok := c.Rule(rule); ok {
		md = fmt.Sprintf("# %s/%s\n%s", c.Name, r.Name, strings.TrimPrefix(c.ruleMarkdown(r), "### "+r.Name+"\n")) + c.ruleExplored(r)
	}
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
