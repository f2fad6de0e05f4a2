// Package rt is what rewritten statements call.
package rt

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"unsafe"

	"github.com/informerlint/informerlint/proof/twin/world"
	"github.com/informerlint/informerlint/reference/sched"
)

// Flagged are the lines, as given to Line, whose beginning is to be seen in
// traces: those that the diagnostics are about.
var Flagged map[string]bool

// Line says that a statement begins.
func Line(at string) {
	if world.Current.Probing != nil {
		return
	}
	sched.Site(at)
	if Flagged[at] {
		sched.Note(func() string { return "at " + at })
	}
}

// Enter says that a function begins, on the line of its name. What it returns
// is called at the end.
func Enter(at string) (leave func()) {
	if world.Current.Probing != nil {
		return func() {}
	}
	from := sched.AtSite()
	Line(at)
	return func() { sched.Site(from) }
}

// Go is a go statement. A goroutine that never ends is no failure by itself: it
// ends with the process.
func Go(at string, f func()) {
	sched.Daemon("go "+at, func() {
		sched.Site(at)
		f()
	})
}

// Forever is select {}.
func Forever() { sched.Select() }

// A Comm is one case of a select: a send, or a receive with what it received.
type Comm[T any] struct {
	V  T
	OK bool

	c    *sched.Chan[T]
	send bool
}

// Case is what all Comms are to Select.
type Case interface{ branch() sched.Case }

// Recv is a case that receives.
func Recv[T any](c *sched.Chan[T]) *Comm[T] { return &Comm[T]{c: c} }

// Send is a case that sends.
func Send[T any](c *sched.Chan[T], v T) *Comm[T] { return &Comm[T]{c: c, V: v, send: true} }

func (m *Comm[T]) branch() sched.Case {
	if m.send {
		return m.c.SendCase(m.V)
	}
	return m.c.RecvCase(&m.V, &m.OK)
}

// Select waits for one of the cases.
func Select(cases ...Case) int { return sched.Select(branches(cases)...) }

// TrySelect is a select with a default, which is -1.
func TrySelect(cases ...Case) int { return sched.TrySelect(branches(cases)...) }

func branches(cases []Case) []sched.Case {
	all := make([]sched.Case, len(cases))
	for i, c := range cases {
		all[i] = c.branch()
	}
	return all
}

// Sorted ranges over a map in the order of its keys as text: one of the orders
// that the language allows.
func Sorted[M ~map[K]V, K comparable, V any](m M) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		MapR(m)
		keys := make([]K, 0, len(m))
		for k := range m {
			keys = append(keys, k)
		}
		slices.SortFunc(keys, func(a, b K) int { return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		for _, k := range keys {
			v, ok := m[k]
			if !ok {
				continue // deleted meanwhile
			}
			if !yield(k, v) {
				return
			}
		}
	}
}

// R notes that a variable is read. The program has no step there; two accesses
// that nothing orders are a race, which the search reports.
func R[T any](p *T) *T {
	read(unsafe.Pointer(p))
	return p
}

// W notes that a variable was written.
func W[T any](p *T) { write(unsafe.Pointer(p)) }

// MapR notes that a map is read.
func MapR[M ~map[K]V, K comparable, V any](m M) M {
	read(*(*unsafe.Pointer)(unsafe.Pointer(&m)))
	return m
}

// MapW notes that a map is or was written.
func MapW[M ~map[K]V, K comparable, V any](m M) M {
	write(*(*unsafe.Pointer)(unsafe.Pointer(&m)))
	return m
}

// SliceR notes that all elements of a slice are read.
func SliceR[S ~[]E, E any](s S) S {
	for i := range s {
		R(&s[i])
	}
	return s
}

func read(p unsafe.Pointer) {
	if v := shadow(p); v != nil {
		v.Load()
	}
}

func write(p unsafe.Pointer) {
	if v := shadow(p); v != nil {
		v.Store(struct{}{})
	}
}

// shadow is what the race detector knows about an address, nil while a
// condition is only looked at.
func shadow(p unsafe.Pointer) *sched.Var[struct{}] {
	w := world.Current
	if p == nil || w.Probing != nil {
		return nil
	}
	v := w.Shared[p]
	if v == nil {
		v = sched.NewVar("a variable used at "+sched.AtSite(), struct{}{})
		w.Shared[p] = v
	}
	return v
}
