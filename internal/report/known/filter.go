// Package known leaves out findings that are known already: those of a
// baseline, and those whose lines have not changed since a git revision.
package known

import (
	"fmt"

	"github.com/informerlint/informerlint/internal/report/finding"
)

// A Filter leaves out findings that are known already.
type Filter struct {
	known   map[finding.Identity]int // nil: no baseline
	changed changes                  // nil: all count as changed
}

// New reads a baseline, and asks git in dir what has changed since a revision.
// Either may be "". It comes before the long part of a run, so that a mistake
// in what the flags name is told at once.
func New(baseline, dir, revision string) (*Filter, error) {
	f := &Filter{}
	var err error
	if baseline != "" {
		if f.known, err = readBaseline(baseline); err != nil {
			return nil, err
		}
	}
	if revision != "" {
		if f.changed, err = changedSince(dir, revision); err != nil {
			return nil, fmt.Errorf("-new-from: %w", err)
		}
	}
	return f, nil
}

// Apply returns the findings that are left, and in words the findings of the
// baseline that are gone: those in the packages that were analyzed.
func (f *Filter) Apply(found []finding.Finding, analyzed map[string]bool) (left []finding.Finding, gone []string) {
	if f.known != nil {
		var stale map[finding.Identity]int
		found, stale = without(found, f.known)
		gone = staleIn(stale, analyzed)
	}
	if f.changed != nil {
		found = onlyNew(found, f.changed)
	}
	return found, gone
}
