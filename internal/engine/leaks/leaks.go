// Package leaks finds what goes out of sight in a function that is not followed, and in
// all that it calls: which values, as paths from what it is given, from what its closure
// has captured and from package variables. What it only looks at is not among them.
//
// In a large program most frames are of such functions, once for each way that leads to
// them. With this a call of one needs no frame: it is a call of a stranger who is given
// only that. It is found once for each function, whatever it is called with.
//
// Whatever is stored in something that the function has not made itself has gone: where
// it is found again is not known. So has what a function value is called with, or an
// interface, and what a method is called on that is not known here; and what a function
// literal or method value returns, or lets go when it is called, whether it is or not.
package leaks

import (
	"iter"
	"maps"
	"slices"

	"github.com/informerlint/informerlint/internal/engine/ir"
)

// A Place is where a value comes from.
type Place struct {
	// Param is the parameter that the path begins at, a captured variable after the
	// parameters; Variable, or Made.
	Param  int
	Global string // of a variable: its name
	Object int    // of what is made in the function: which of Summary.Objects, by its number
	Path   string // see Steps
	Deep   bool   // whatever the path leads to, hidden fields and all
}

// Where a path begins that does not begin at a parameter.
const (
	Variable = -1
	Made     = -2
)

// A Summary is what a function does with what it is given.
type Summary struct {
	Gone    []Place         // what goes, with all that a stranger can see of it
	Results [][]Place       // what it returns
	objects map[int]*Object // that it makes, and returns or leads to by what it returns
	Callees []string        // functions that it calls or makes values of
}

// Objects are those that a function makes and returns, or leads to by what it returns, by
// their number.
func (s *Summary) Objects() iter.Seq2[int, *Object] {
	return func(yield func(int, *Object) bool) {
		for _, n := range slices.Sorted(maps.Keys(s.objects)) {
			if !yield(n, s.objects[n]) {
				return
			}
		}
	}
}

// An Object is one that a function makes.
type Object struct {
	Type  string // "" if that is not known
	Cells []Cell

	typed bool
}

// A Cell is what is stored at a path of an object, or copied there: then what lies below
// is what lies below where it comes from.
type Cell struct {
	Path   string // without Load
	Of     []Place
	Copied bool
}

// Load is the step that follows a pointer, and Store leads from an informer to its store.
// All others are names of fields, or "[*]".
const (
	Load  = "!"
	Store = "store()"
)

// Limits. What exceeds one is said of all that the path leads to from a shorter one on.
const (
	maxSteps  = 12
	maxPlaces = 24 // of one value
	maxLeaks  = 48 // of one function
)

// A Finder finds leaks, and remembers them.
type Finder struct {
	lookup func(string) *ir.Fn
	known  map[string]*summary
}

// New returns a finder for the functions that lookup knows.
func New(lookup func(string) *ir.Fn) *Finder {
	return &Finder{lookup: lookup, known: make(map[string]*summary)}
}

// Of returns the summary of a function, with all that it leads to.
func (f *Finder) Of(key string) *Summary {
	if f.known[key] == nil {
		f.find(key)
	}
	return f.known[key].Summary
}

// A summary is that of a function, while those that it calls may change.
type summary struct {
	*Summary
	callers []string
}

func newSummary() *summary { return &summary{Summary: &Summary{objects: make(map[int]*Object)}} }

// find makes the summaries of a function and of all that it leads to, to a fixed point,
// for they may call each other.
func (f *Finder) find(key string) {
	queued := make(map[string]bool)
	var work []string
	push := func(key string) {
		if !queued[key] {
			queued[key] = true
			work = append(work, key)
		}
	}
	f.known[key] = newSummary()
	push(key)
	for len(work) > 0 {
		key := work[len(work)-1]
		work, queued[key] = work[:len(work)-1], false
		w := &walk{Finder: f, fn: f.lookup(key), sum: f.known[key], new: push, key: key}
		if w.fn == nil {
			continue
		}
		if w.run() {
			for _, caller := range w.sum.callers {
				push(caller)
			}
		}
	}
}

// of is the summary of a callee, which may not be complete yet.
func (w *walk) of(key string) *summary {
	s := w.known[key]
	if s == nil {
		s = newSummary()
		w.known[key] = s
		w.new(key)
	}
	if !slices.Contains(s.callers, w.key) {
		s.callers = append(s.callers, w.key)
		w.sum.Callees = append(w.sum.Callees, key)
	}
	return s
}
