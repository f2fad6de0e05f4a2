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

// A Store has the memory of many things of one type that a thing of a [Pool] hands
// out. It goes to the next execution with that thing: programs may keep what they are
// given until theirs is over.
type Store[T any] struct {
	rooms [][]T
	used  int // rooms
	free  []T // of the last of these
}

// Emptied is the store of an execution that is over, for the next one.
func (s *Store[T]) Emptied() Store[T] { return Store[T]{rooms: s.rooms} }

// Next is one, as an earlier execution left it.
func (s *Store[T]) Next() *T { return &s.Some(1)[0] }

// Some are n that follow each other, as an earlier execution left them.
func (s *Store[T]) Some(n int) []T {
	for len(s.free) < n {
		if s.used == len(s.rooms) {
			s.rooms = append(s.rooms, make([]T, max(32, n)))
		}
		s.free = s.rooms[s.used]
		s.used++
	}
	some := s.free[:n:n]
	s.free = s.free[n:]
	return some
}
