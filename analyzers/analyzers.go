// Package analyzers is the registry of informerlint's checks.
package analyzers

import (
	"slices"
	"sync"

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

// inOrder has each check require those before it: its fixes have to hold beside
// what they offer, which it finds in their results. Who takes single checks, as
// Bazel's nogo does, has them without that.
var inOrder = sync.OnceFunc(func() {
	var before []*analysis.Analyzer
	for _, c := range registry {
		if c.Analyzer != ignorecomment.Analyzer { // it has no fixes for code, and requires all others
			c.Analyzer.Requires = append(c.Analyzer.Requires, before...)
			before = append(before, c.Analyzer)
		}
	}
})

// What is made from the registry: docs/checks, the table in the README, the
// names in config files, the checks that ignorecomment requires, and kinds.

//go:generate go run ./internal/gendocs
//go:generate go run ./internal/genexamples

// All returns the analyzers of the checks, sorted by name.
func All() []*analysis.Analyzer {
	inOrder()
	all := make([]*analysis.Analyzer, len(registry))
	for i, c := range registry {
		all[i] = c.Analyzer
	}
	return all
}

// Catalogue returns the checks, sorted by name.
func Catalogue() []check.Check {
	inOrder()
	return slices.Clone(registry)
}

// Find returns a check by its name.
func Find(name string) (check.Check, bool) {
	inOrder()
	i := slices.IndexFunc(registry, func(c check.Check) bool { return c.Name() == name })
	if i < 0 {
		return check.Check{}, false
	}
	return registry[i], true
}
