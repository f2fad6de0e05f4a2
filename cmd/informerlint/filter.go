package main

import (
	"cmp"
	"fmt"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// A filter leaves out findings that are known already: those of a baseline,
// and those whose lines have not changed.
type filter struct {
	verbose bool
	known   map[identity]int // nil: no baseline
	changed changes          // nil: all count as changed
}

// newFilter reads what the flags name, before the long part of a run.
func newFilter(o *options) (*filter, error) {
	f := &filter{verbose: o.verbose}
	var err error
	if o.baseline != "" {
		if f.known, err = readBaseline(o.baseline); err != nil {
			return nil, err
		}
	}
	if o.newFrom != "" {
		if f.changed, err = changedSince(cmp.Or(o.dir, "."), o.newFrom); err != nil {
			return nil, fmt.Errorf("-new-from: %w", err)
		}
	}
	return f, nil
}

// apply returns the findings that are left.
func (f *filter) apply(s streams, ans *answer) []finding {
	found := ans.found
	if f.known != nil {
		var stale map[identity]int
		found, stale = without(found, f.known)
		if f.verbose {
			analyzed := make(map[string]bool)
			for _, pkg := range ans.res.Roots {
				analyzed[clientgo.Path(pkg.PkgPath)] = true
			}
			for _, line := range staleIn(stale, analyzed) {
				fmt.Fprintf(s.err, "informerlint: the baseline has a finding that is gone: %s\n", line)
			}
		}
	}
	if f.changed != nil {
		found = onlyNew(found, f.changed)
	}
	return found
}

// directiveCheck is the check of comments that suppress findings.
const directiveCheck = "ignorecomment"

// reportUnused switches on the rule of that name, if its check is registered.
func reportUnused() {
	for _, a := range registry() {
		if f := a.Flags.Lookup("unused"); a.Name == directiveCheck && f != nil {
			f.Value.Set("true") // a boolean flag takes it
		}
	}
}
