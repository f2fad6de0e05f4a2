// Package analyzers is the registry of informerlint's checks.
package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/analyzers/goroutinestart"
	"github.com/informerlint/informerlint/analyzers/handlersync"
	"github.com/informerlint/informerlint/analyzers/ignorecomment"
	"github.com/informerlint/informerlint/analyzers/startorder"
	"github.com/informerlint/informerlint/analyzers/syncwait"
	"github.com/informerlint/informerlint/analyzers/tombstone"
	"github.com/informerlint/informerlint/analyzers/uidcheck"
)

// All returns the checks, sorted by name.
func All() []*analysis.Analyzer {
	return []*analysis.Analyzer{
		goroutinestart.Analyzer,
		handlersync.Analyzer,
		ignorecomment.Analyzer,
		startorder.Analyzer,
		syncwait.Analyzer,
		tombstone.Analyzer,
		uidcheck.Analyzer,
	}
}
