package sched

import "sync/atomic"

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

// putBack gives all that an execution took to the next one.
func (w *World) putBack() {
	for _, s := range w.shelves {
		if s != nil {
			s.putBack()
		}
	}
}

// Join is a+b, made once in a search for each of the two: a name.
func Join(a, b string) string {
	w := Current()
	id := [2]string{a, b}
	ab, ok := w.joined[id]
	if !ok {
		if w.joined == nil {
			w.joined = map[[2]string]string{}
		}
		ab = a + b
		w.joined[id] = ab
	}
	return ab
}
