package sched

import (
	"sync/atomic"
	"unsafe"
)

// A Pool keeps what programs make in each execution, for those that follow:
// in a search, each of them makes the same few things, and most of a run's time
// went into their memory. Make one with [NewPool], as a variable of a package.
type Pool[T any] struct{ place int }

var pools atomic.Int32

// NewPool returns a pool of its own.
func NewPool[T any]() Pool[T] { return Pool[T]{int(pools.Add(1)) - 1} }

// A shelf is what a world has of one pool.
type shelf interface{ putBack() }

type things[T any] struct {
	all  []*T
	used int // by the present execution
}

func (s *things[T]) putBack() { s.used = 0 }

// Take returns a thing that belongs to the execution that is running: zero, or
// as an earlier one left it, which is for the caller to clear.
func (p Pool[T]) Take() *T {
	w := Current()
	for len(w.shelves) <= p.place {
		w.shelves = append(w.shelves, nil)
	}
	s, ok := w.shelves[p.place].(*things[T])
	if !ok {
		s = &things[T]{}
		w.shelves[p.place] = s
	}
	if s.used == len(s.all) {
		s.all = append(s.all, new(T))
	}
	s.used++
	return s.all[s.used-1]
}

// Emptied is a map to be filled again.
func Emptied[V any](m map[string]V) map[string]V {
	if m == nil {
		return map[string]V{}
	}
	if len(m) > 0 {
		clear(m)
	}
	return m
}

// putBack gives all that an execution took to the next one.
func (w *World) putBack() {
	for _, s := range w.shelves {
		if s != nil {
			s.putBack()
		}
	}
}

// Join is a+b, made once in a search: a name.
func Join(a, b string) string {
	w := Current()
	if w.names == nil {
		w.names = new([128]joined)
	}
	n := 5*len(a) + 17*len(b)
	if len(b) > 0 {
		n += int(b[0]) + 3*int(b[len(b)-1])
	}
	for i := range 4 {
		j := &w.names[(n+i)&127]
		if same(j.a, a) && same(j.b, b) {
			return j.ab
		}
		if j.ab == "" {
			*j = joined{a, b, a + b}
			return j.ab
		}
	}
	return a + b
}

// same is a == b, and mostly they are one string.
func same(a, b string) bool {
	return len(a) == len(b) && (unsafe.StringData(a) == unsafe.StringData(b) || a == b)
}

// names are the first ones that were made.
type names *[128]joined

type joined struct{ a, b, ab string }
