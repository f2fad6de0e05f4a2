package config

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// A Severity says how grave a finding is.
type Severity string

// The severities. A note is true, and next to nothing happens.
const (
	AsError   Severity = "error"
	AsWarning Severity = "warning"
	AsNote    Severity = "note"
)

var severities = []Severity{AsNote, AsWarning, AsError}

// ParseSeverity reads a severity.
func ParseSeverity(text string) (Severity, error) {
	if s := Severity(text); slices.Contains(severities, s) {
		return s, nil
	}
	return "", fmt.Errorf("%q is not error, warning or note", text)
}

// AtLeast reports whether s is as grave as o, or graver.
func (s Severity) AtLeast(o Severity) bool {
	return slices.Index(severities, s) >= slices.Index(severities, o)
}

// Severities are what somebody wants certain findings to be, by CHECK and
// CHECK/RULE.
type Severities map[string]Severity

// Of returns the severity of a rule's findings, and "" if nobody has said one:
// what is said of a rule counts before what is said of its check.
func (s Severities) Of(check, rule string) Severity {
	if sev, ok := s[check+"/"+rule]; ok {
		return sev
	}
	return s[check]
}

// Set reads "CHECK=SEVERITY" or "CHECK/RULE=SEVERITY".
func (s Severities) Set(text string) error {
	name, word, ok := strings.Cut(text, "=")
	if !ok {
		return fmt.Errorf("want CHECK=SEVERITY or CHECK/RULE=SEVERITY")
	}
	if !Known(name) {
		return fmt.Errorf("there is no check or rule %q", name)
	}
	sev, err := ParseSeverity(word)
	if err != nil {
		return err
	}
	s[name] = sev
	return nil
}

// String is empty: a flag of severities has no default.
func (s Severities) String() string { return "" }

// Severity returns what the file wants the findings of a rule to be; "" if it
// does not say.
func (c *Config) Severity(check, rule string) Severity {
	if c == nil {
		return ""
	}
	return c.severities.Of(check, rule)
}

func (p *parser) severity(name string, k, v *yaml.Node) error {
	if !Known(name) {
		return p.fail(k, "severity: there is no check or rule %q", name)
	}
	sev, err := ParseSeverity(v.Value)
	if v.Kind != yaml.ScalarNode || err != nil {
		return p.fail(v, "severity: %s: want error, warning or note", name)
	}
	p.c.severities[name] = sev
	return nil
}
