// Package analyzers is the registry of informerlint's checks.
package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/analyzers/goroutinestart"
	"github.com/informerlint/informerlint/analyzers/handlersync"
	"github.com/informerlint/informerlint/analyzers/ignorecomment"
	"github.com/informerlint/informerlint/analyzers/latesetup"
	"github.com/informerlint/informerlint/analyzers/lazycache"
	"github.com/informerlint/informerlint/analyzers/startorder"
	"github.com/informerlint/informerlint/analyzers/syncwait"
	"github.com/informerlint/informerlint/analyzers/tombstone"
	"github.com/informerlint/informerlint/analyzers/uidcheck"
)

// registry has each check with its row of the catalogue, sorted by name. It is
// the only list of checks that is written by hand.
var registry = []struct {
	analyzer *analysis.Analyzer
	row      Check
}{
	{goroutinestart.Analyzer, goroutinestartRow},
	{handlersync.Analyzer, handlersyncRow},
	{ignorecomment.Analyzer, ignorecommentRow},
	{latesetup.Analyzer, latesetupRow},
	{lazycache.Analyzer, lazycacheRow},
	{startorder.Analyzer, startorderRow},
	{syncwait.Analyzer, syncwaitRow},
	{tombstone.Analyzer, tombstoneRow},
	{uidcheck.Analyzer, uidcheckRow},
}

// All returns the checks, sorted by name.
func All() []*analysis.Analyzer {
	all := make([]*analysis.Analyzer, len(registry))
	for i, r := range registry {
		all[i] = r.analyzer
	}
	return all
}

// Catalogue returns the rows of the checks, sorted by name.
func Catalogue() []Check {
	rows := make([]Check, len(registry))
	for i, r := range registry {
		rows[i] = r.row
	}
	return rows
}
