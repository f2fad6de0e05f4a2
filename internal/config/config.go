// Package config reads .informerlint.yaml, by which a project says which
// checks and rules it wants, where, and what its own functions do that the
// analysis cannot see.
package config

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// Name is the name of the file.
const Name = ".informerlint.yaml"

// A Config is what one file says. The methods of a nil Config answer as if
// there were no file.
type Config struct {
	file    string // its path
	checks  map[string]bool
	rules   map[string]bool // by CHECK/RULE
	exclude []*regexp.Regexp
	funcs   clientgo.Declared

	severities Severities
}

// File returns the path of the file, or "".
func (c *Config) File() string {
	if c == nil {
		return ""
	}
	return c.file
}

// On reports whether a rule of a check is wanted; where the file does not say,
// it is as byDefault. A check that is off has no rules.
func (c *Config) On(check, rule string, byDefault bool) bool {
	if c == nil {
		return byDefault
	}
	if on, ok := c.checks[check]; ok && !on {
		return false
	}
	if on, ok := c.rules[check+"/"+rule]; ok {
		return on
	}
	return byDefault
}

// Excluded reports whether findings in a source file are not wanted.
func (c *Config) Excluded(name string) bool {
	if c == nil || len(c.exclude) == 0 {
		return false
	}
	rel, err := filepath.Rel(filepath.Dir(c.file), name)
	rel = filepath.ToSlash(rel)
	if err != nil || strings.HasPrefix(rel, "../") {
		return false
	}
	for _, re := range c.exclude {
		if re.MatchString(rel) {
			return true
		}
	}
	return false
}

// Functions returns what the file declares of functions.
func (c *Config) Functions() clientgo.Declared {
	if c == nil {
		return nil
	}
	return c.funcs
}

// An Error is a config file that cannot be used.
type Error struct {
	File string
	Line int // 0: not known
	Msg  string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.Msg)
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg)
}

// glob translates a pattern: * and ? stay within one element of a path, **
// stands for any number of elements, and what names a directory holds for all
// that is below it.
func glob(pattern string) (*regexp.Regexp, error) {
	if pattern == "" || strings.HasPrefix(pattern, "/") || strings.Contains(pattern, "\\") {
		return nil, fmt.Errorf("%q is not a path relative to this file, with slashes", pattern)
	}
	elems := strings.Split(strings.TrimSuffix(strings.TrimPrefix(pattern, "./"), "/"), "/")
	last := len(elems) - 1
	var b strings.Builder
	b.WriteString("^")
	for i, elem := range elems {
		switch elem {
		case "..", ".", "":
			return nil, fmt.Errorf("%q: an element of a pattern is empty, . or .., which it cannot be", pattern)
		case "**":
			if i == last {
				b.WriteString(".+")
			} else {
				b.WriteString("(?:[^/]+/)*")
			}
			continue
		}
		for _, r := range elem {
			switch r {
			case '*':
				b.WriteString("[^/]*")
			case '?':
				b.WriteString("[^/]")
			default:
				b.WriteString(regexp.QuoteMeta(string(r)))
			}
		}
		if i < last {
			b.WriteString("/")
		} else {
			b.WriteString("(?:/.*)?")
		}
	}
	return regexp.Compile(b.String() + "$")
}
