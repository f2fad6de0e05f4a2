// Code generated from analyzers/*/check.go by go generate ./analyzers. DO NOT EDIT.

package ignorecomment

import (
	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/analyzers/cachemutation"
	"github.com/informerlint/informerlint/analyzers/goroutinestart"
	"github.com/informerlint/informerlint/analyzers/handlersync"
	"github.com/informerlint/informerlint/analyzers/latesetup"
	"github.com/informerlint/informerlint/analyzers/lazycache"
	"github.com/informerlint/informerlint/analyzers/startorder"
	"github.com/informerlint/informerlint/analyzers/syncwait"
	"github.com/informerlint/informerlint/analyzers/tombstone"
	"github.com/informerlint/informerlint/analyzers/uidcheck"
)

// checks are all other checks.
var checks = []*analysis.Analyzer{
	cachemutation.Analyzer,
	goroutinestart.Analyzer,
	handlersync.Analyzer,
	latesetup.Analyzer,
	lazycache.Analyzer,
	startorder.Analyzer,
	syncwait.Analyzer,
	tombstone.Analyzer,
	uidcheck.Analyzer,
}
