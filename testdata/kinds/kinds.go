// Code generated from analyzers/*/check.go by go generate ./analyzers. DO NOT EDIT.

// Package kinds says which directory of this module has the table that runs the
// programs of a check.
package kinds

// Table has the directories by check.
var Table = map[string]string{
	"cachemutation":  "cacheprograms",
	"goroutinestart": "programs",
	"handlersync":    "syncedprograms",
	"latesetup":      "programs",
	"lazycache":      "controllerruntime/programs",
	"startorder":     "programs",
	"syncwait":       "programs",
	"tombstone":      "handlerprograms",
	"uidcheck":       "handlerprograms",
}
