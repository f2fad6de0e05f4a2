package config

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// Parse reads the text of a config file. file is its path, to which excluded
// paths are relative. The error is an *Error.
//
//	checks:
//	  tombstone: false            # a check
//	  goroutinestart:
//	    redundant-go: true        # a rule
//	severity:
//	  tombstone/dropped: note       # or a whole check
//	exclude:
//	  - test/e2e                  # a directory, or a pattern with *, ? and **
//	functions:
//	  example.com/app/start.All: starts 1
//	  (*example.com/app/pool.Pool).Go: runs 1 concurrently
func Parse(file string, text []byte) (*Config, error) {
	var doc yaml.Node
	dec := yaml.NewDecoder(strings.NewReader(string(text)))
	switch err := dec.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return &Config{file: file}, nil // empty, or comments only
	case err != nil:
		return nil, &Error{File: file, Msg: strings.TrimPrefix(err.Error(), "yaml: ")}
	}
	p := &parser{c: &Config{file: file, checks: make(map[string]bool), rules: make(map[string]bool), funcs: make(clientgo.Declared), severities: make(Severities)}}
	if err := p.top(doc.Content[0]); err != nil {
		return nil, err
	}
	if err := dec.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, &Error{File: file, Msg: "more than one document"}
	}
	return p.c, nil
}

type parser struct{ c *Config }

func (p *parser) fail(n *yaml.Node, format string, args ...any) error {
	return &Error{File: p.c.file, Line: n.Line, Msg: fmt.Sprintf(format, args...)}
}

// each calls do for the entries of a mapping.
func (p *parser) each(n *yaml.Node, what string, do func(key string, k, v *yaml.Node) error) error {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n.Tag == "!!null" {
		return nil
	}
	if n.Kind != yaml.MappingNode {
		return p.fail(n, "%s: want keys and values", what)
	}
	seen := make(map[string]bool)
	for i := 0; i+1 < len(n.Content); i += 2 {
		k, v := n.Content[i], n.Content[i+1]
		if v.Kind == yaml.AliasNode {
			v = v.Alias
		}
		if k.Kind != yaml.ScalarNode {
			return p.fail(k, "%s: a key must be a plain word", what)
		}
		if seen[k.Value] {
			return p.fail(k, "%s: %q is there twice", what, k.Value)
		}
		seen[k.Value] = true
		if err := do(k.Value, k, v); err != nil {
			return err
		}
	}
	return nil
}

func (p *parser) top(n *yaml.Node) error {
	return p.each(n, "the file", func(key string, k, v *yaml.Node) error {
		switch key {
		case "checks":
			return p.each(v, "checks", p.check)
		case "severity":
			return p.each(v, "severity", p.severity)
		case "exclude":
			return p.list(v, "exclude", func(n *yaml.Node) error {
				re, err := glob(n.Value)
				if err != nil {
					return p.fail(n, "exclude: %v", err)
				}
				p.c.exclude = append(p.c.exclude, re)
				return nil
			})
		case "functions":
			return p.each(v, "functions", p.function)
		}
		return p.fail(k, "unknown key %q: want checks, severity, exclude or functions", key)
	})
}

// list calls do for the elements of a list of texts, or for a single text.
func (p *parser) list(n *yaml.Node, what string, do func(n *yaml.Node) error) error {
	elems := []*yaml.Node{n}
	switch {
	case n.Tag == "!!null":
		return nil
	case n.Kind == yaml.SequenceNode:
		elems = n.Content
	}
	for _, e := range elems {
		if e.Kind == yaml.AliasNode {
			e = e.Alias
		}
		if e.Kind != yaml.ScalarNode {
			return p.fail(e, "%s: want a text or a list of texts", what)
		}
		if err := do(e); err != nil {
			return err
		}
	}
	return nil
}

func (p *parser) onOff(n *yaml.Node, what string) (bool, error) {
	var on bool
	if n.Kind != yaml.ScalarNode || n.Tag != "!!bool" || n.Decode(&on) != nil {
		return false, p.fail(n, "%s: want true or false", what)
	}
	return on, nil
}

func (p *parser) check(check string, k, v *yaml.Node) error {
	rules, ok := known[check]
	if !ok {
		return p.fail(k, "there is no check %q; the checks are: %s", check, strings.Join(Checks(), ", "))
	}
	if v.Kind == yaml.ScalarNode && v.Tag != "!!null" {
		on, err := p.onOff(v, check)
		p.c.checks[check] = on
		return err
	}
	return p.each(v, check, func(rule string, k, v *yaml.Node) error {
		if !slices.Contains(rules, rule) {
			return p.fail(k, "%s has no rule %q; its rules are: %s", check, rule, strings.Join(rules, ", "))
		}
		on, err := p.onOff(v, check+"/"+rule)
		p.c.rules[check+"/"+rule] = on
		return err
	})
}

// Checks returns the names of the checks, sorted.
func Checks() []string {
	var names []string
	for name := range known {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Known reports whether name is a check, or CHECK/RULE.
func Known(name string) bool {
	check, rule, isRule := strings.Cut(name, "/")
	rules, ok := known[check]
	return ok && (!isRule || slices.Contains(rules, rule))
}

// funcName: "path.F", "(path.T).M" or "(*path.T).M".
var funcName = regexp.MustCompile(`^(?:[\w./~-]+\.\w+|\(\*?[\w./~-]+\.\w+\)\.\w+)$`)

func (p *parser) function(name string, k, v *yaml.Node) error {
	if !funcName.MatchString(name) {
		return p.fail(k, "functions: %q is not path.F, (path.T).M or (*path.T).M", name)
	}
	return p.list(v, name, func(n *yaml.Node) error {
		d, err := sentence(n.Value)
		if err != nil {
			return p.fail(n, "%s: %v", name, err)
		}
		p.c.funcs[name] = append(p.c.funcs[name], d)
		return nil
	})
}

var modes = map[string]clientgo.Mode{"now": clientgo.Now, "once": clientgo.Once, "concurrently": clientgo.Concurrent, "later": clientgo.Later}

// sentence reads what a function does with a parameter, counted from 1: "starts
// 1", "runs 2 later", "wraps 1", "opens 1".
func sentence(text string) (clientgo.Declaration, error) {
	var d clientgo.Declaration
	words := strings.Fields(text)
	const want = `want "starts N", "runs N now|once|concurrently|later", "wraps N" or "opens N"`
	if len(words) < 2 {
		return d, fmt.Errorf("%q: %s", text, want)
	}
	n, err := strconv.Atoi(words[1])
	if err != nil || n < 1 {
		return d, fmt.Errorf("%q: %q is not the number of a parameter, counted from 1", text, words[1])
	}
	d.Param = n - 1
	rest := words[2:]
	switch words[0] {
	case "starts":
		d.Act = clientgo.Starts
	case "wraps":
		d.Act = clientgo.Wraps
	case "opens":
		d.Act = clientgo.Opens
	case "runs":
		d.Act = clientgo.Runs
		if len(rest) != 1 {
			return d, fmt.Errorf("%q: say when: now, once, concurrently or later", text)
		}
		mode, ok := modes[rest[0]]
		if !ok {
			return d, fmt.Errorf("%q: %q is not now, once, concurrently or later", text, rest[0])
		}
		d.Mode, rest = mode, nil
	default:
		return d, fmt.Errorf("%q: %s", text, want)
	}
	if len(rest) > 0 {
		return d, fmt.Errorf("%q: %s", text, want)
	}
	return d, nil
}
