// Package track has the ways that objects of informers' caches take through a
// function, which internal/cached finds and internal/witness/cached runs.
package track

import (
	"fmt"
	"go/token"
	"slices"
	"strings"
)

// A Way is one run through a function, as far as one object of an informer's
// cache is concerned: where it comes from, what is copied, what is written, and
// what is sent to the API server. It can be run: internal/witness/cached does.
type Way struct {
	Func   string // the function, as its package writes it
	Source Source
	Steps  []Step
}

// A Source is where a function gets an object that the informer's cache holds.
type Source struct {
	Kind SourceKind
	Pos  token.Pos
	Type string // of the object, without its package: "Pod"
	Call string // as the user calls it: "Get", "List", "GetByKey"; "" for parameters
}

// A SourceKind tells sources apart.
type SourceKind int

// The kinds of sources. client-go hands out the very object that its store
// holds in all of them (tools/cache/thread_safe_store.go and
// shared_informer.go, v0.37.2).
const (
	Get     SourceKind = iota + 1 // the object that a lister's Get or a store's GetByKey returns
	List                          // an element of what List or ByIndex returns
	Added                         // the object of OnAdd
	Updated                       // the new object of OnUpdate
	Old                           // the old object of OnUpdate
)

// A Step is something that a way does. Objects are numbered: the one that the
// source hands out is 0.
type Step struct {
	Act  Act
	Pos  token.Pos
	From int   // the object that it is done to
	To   int   // Copy and Shallow: the number of the copy
	Path []Hop // Write: from From to the place that changes; Shallow: to the structure that is copied, nothing for the whole object
	Call string
	Via  token.Pos // the statement in a helper that writes; invalid if it is written here, or elsewhere
}

// A Hop is one step of a path: a field, or an element ("[*]").
type Hop struct {
	Name string
	Ref  bool // the field is a pointer, map or slice: what comes after it is shared by copies of the structure that has the field
}

// An Act is what a step does.
type Act int

// The acts.
const (
	Obtain  Act = iota + 1 // the source hands out the object: the first step
	Copy                   // a deep copy: shares nothing
	Shallow                // a structure is copied: shares what its pointers, maps and slices lead to
	Write                  // a place is changed
	Send                   // the object goes to the API server in a create, update or patch
	Return                 // the function gives it to its caller: only where all ways are wanted
	Keep                   // somebody else has it from now on: likewise
)

// Writes reports whether the way changes the object, or a copy of it.
func (w *Way) Writes() bool {
	return slices.ContainsFunc(w.Steps, func(s Step) bool { return s.Act == Write })
}

// Digest says what a way does, without where.
func (w *Way) Digest() string {
	var b strings.Builder
	for _, s := range w.Steps {
		fmt.Fprint(&b, ";", s.Act, s.From, s.To, s.Path)
	}
	return b.String()
}

// Longer returns one of the ways that goes on after the change with which w ends,
// and sends the object: what the API server says to it is a part of what is told.
// If there is none, it is w.
func (w *Way) Longer(all []*Way) *Way {
	last := w.Steps[len(w.Steps)-1]
	for _, o := range all {
		i := slices.IndexFunc(o.Steps, func(s Step) bool { return s.Act == Write })
		if o.Steps[i].Pos == last.Pos && o.Steps[i].Via == last.Via && slices.ContainsFunc(o.Steps, func(s Step) bool { return s.Act == Send }) {
			return o
		}
	}
	return w
}
