// Package kind names the kinds of checks, and what follows from the kind:
// which property the programs of a check must have, and which table of testdata
// runs them. A check says its kind in analyzers/NAME/check.go and nowhere else;
// checks.go here is generated from that.
//
// It imports only the standard library: rewritten programs (proof/scenario) link it, and so do
// the checks.
package kind

import (
	"maps"
	"slices"
)

// A Kind is what the programs of a check are about.
type Kind int

// The kinds.
const (
	Order   Kind = iota + 1 // in which order informers are registered, started, awaited and read
	State                   // state that handlers fill, and when it is read
	Handler                 // what event handlers do with what they get
	Cache                   // caches of controller-runtime
	Object                  // what is done to objects that the cache hands out
	Comment                 // comments of informerlint itself
)

var kinds = map[Kind]struct {
	name, property, table string
	gated                 bool
}{
	Order:   {"order", counts, "programs", true},
	State:   {"state", counts, "syncedprograms", false},
	Handler: {"handler", agrees, "handlerprograms", true},
	// Package gates knows client-go, and controller-runtime not.
	Cache: {"cache", reads, "controllerruntime/programs", false},
	// Its programs run with client-go's mutation detector, whose findings end the
	// process. What is explored for it is the way that is reported.
	Object: {"object", unchanged, "cacheprograms", false},
	// Comments do not run.
	Comment: {"comment", "", "", false},
}

// The properties.
const (
	counts = "at rest, the program has returned and counted the objects that exist, and every informer that it registered runs"
	reads  = "at rest, the program has returned and counted the objects that exist, no read has found its cache not started, and a wait for caches has waited for one"
	agrees = "no handler panics, and at rest what the handlers have built is what the server has " +
		"(before client-go 0.24, whose relist forgets objects that are only queued: what the informer's store has)"
	unchanged = "whoever has an object from the store, or as the new one in a handler, sees what the server sent for its resourceVersion; " +
		"the old object of an update is what a handler last got as the new one"
)

func (k Kind) String() string { return kinds[k].name }

// Property is what a right program of this kind has in every execution, and
// what is explored for it; "" if programs of this kind are not explored.
func (k Kind) Property() string { return kinds[k].property }

// Table is the directory below testdata whose test runs the programs of this
// kind on the real library; "" if there is nothing to run.
func (k Kind) Table() string { return kinds[k].table }

// Gated reports whether the programs also run on client-go with gates
// (proof/gates), whose driver knows the tables of these kinds.
func (k Kind) Gated() bool { return kinds[k].gated }

// Protocol reports whether a program of this kind starts informers and counts
// objects. Programs of kind Handler have their handlers watched instead.
func (k Kind) Protocol() bool { return k == Order || k == State }

// Checks returns the names of the checks whose kind is as asked, sorted.
func Checks(is func(Kind) bool) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(checks)), func(check string) bool { return !is(checks[check]) })
}

// Of returns the kind of a check by its name, 0 if there is none.
func Of(check string) Kind { return checks[check] }
