// Package prove joins the analyzers, the rewriter and the explorer: it takes the
// scenarios of package scenario from the source that a check reports to a row
// that says what the check's fix is worth.
//
// Every program of a run becomes a package of one temporary module, which is
// compiled once and searches them all. Of checks about objects of the cache not the
// program is run, but what the check extracted from it.
package prove
