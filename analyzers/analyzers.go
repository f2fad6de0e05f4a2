// Package analyzers is the registry of informerlint's checks.
package analyzers

import (
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/analyzers/cachemutation"
	"github.com/informerlint/informerlint/analyzers/goroutinestart"
	"github.com/informerlint/informerlint/analyzers/handlersync"
	"github.com/informerlint/informerlint/analyzers/ignorecomment"
	"github.com/informerlint/informerlint/analyzers/latesetup"
	"github.com/informerlint/informerlint/analyzers/lazycache"
	"github.com/informerlint/informerlint/analyzers/startorder"
	"github.com/informerlint/informerlint/analyzers/syncwait"
	"github.com/informerlint/informerlint/analyzers/tombstone"
	"github.com/informerlint/informerlint/analyzers/uidcheck"
	"github.com/informerlint/informerlint/internal/check"
)

// registry has the checks, sorted by name. It is the only list of checks that is
// written by hand; what a check is stands in its directory, in check.go.
var registry = []check.Check{
	cachemutation.Check,
	goroutinestart.Check,
	handlersync.Check,
	ignorecomment.Check,
	latesetup.Check,
	lazycache.Check,
	startorder.Check,
	syncwait.Check,
	tombstone.Check,
	uidcheck.Check,
}

// The fixes of a check have to hold beside those of the checks before it: each
// requires these, and finds in their results what they offer.
func init() {
	for i, c := range registry {
		if c.Analyzer == ignorecomment.Analyzer {
			continue
		}
		for _, before := range registry[:i] {
			if before.Analyzer != ignorecomment.Analyzer {
				c.Analyzer.Requires = append(c.Analyzer.Requires, before.Analyzer)
			}
		}
	}
}

// What is made from the registry: docs/checks, the table in the README, the
// names in config files, the checks that ignorecomment requires, and kinds.

//go:generate go run ./internal/gendocs
//go:generate go run ./internal/genexamples

// All returns the analyzers of the checks, sorted by name.
func All() []*analysis.Analyzer {
	all := make([]*analysis.Analyzer, len(registry))
	for i, c := range registry {
		all[i] = c.Analyzer
	}
	return all
}

// Catalogue returns the checks, sorted by name.
func Catalogue() []check.Check { return slices.Clone(registry) }

// Find returns a check by its name.
func Find(name string) (check.Check, bool) {
	i := slices.IndexFunc(registry, func(c check.Check) bool { return c.Name() == name })
	if i < 0 {
		return check.Check{}, false
	}
	return registry[i], true
}
