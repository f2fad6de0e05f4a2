// Package sets is the twin of apimachinery's util/sets. A set is a map, and for the
// race detector each call is one access to it.
package sets

import (
	"cmp"

	"github.com/informerlint/informerlint/proof/twin/rt"
)

// Empty is sets.Empty.
type Empty struct{}

// A Set is sets.Set.
type Set[T cmp.Ordered] map[T]Empty

// New is sets.New.
func New[T cmp.Ordered](items ...T) Set[T] { return make(Set[T]).Insert(items...) }

// Insert adds items.
func (s Set[T]) Insert(items ...T) Set[T] {
	insert(s, items)
	return s
}

// Delete takes items out.
func (s Set[T]) Delete(items ...T) Set[T] {
	remove(s, items)
	return s
}

// Has reports whether an item is in the set.
func (s Set[T]) Has(item T) bool { return has(s, item) }

// Len is how many items there are.
func (s Set[T]) Len() int { return len(rt.MapR(s)) }

// UnsortedList returns the items, here in their order.
func (s Set[T]) UnsortedList() []T { return list(s) }

// A String is sets.String.
type String map[string]Empty

// NewString is sets.NewString.
func NewString(items ...string) String { return make(String).Insert(items...) }

// Insert adds items.
func (s String) Insert(items ...string) String {
	insert(s, items)
	return s
}

// Delete takes items out.
func (s String) Delete(items ...string) String {
	remove(s, items)
	return s
}

// Has reports whether an item is in the set.
func (s String) Has(item string) bool { return has(s, item) }

// Len is how many items there are.
func (s String) Len() int { return len(rt.MapR(s)) }

// List returns the items in their order.
func (s String) List() []string { return list(s) }

func insert[M ~map[T]Empty, T comparable](s M, items []T) {
	for _, item := range items {
		rt.MapW(s)[item] = Empty{}
	}
}

func remove[M ~map[T]Empty, T comparable](s M, items []T) {
	for _, item := range items {
		delete(rt.MapW(s), item)
	}
}

func has[M ~map[T]Empty, T comparable](s M, item T) bool {
	_, ok := rt.MapR(s)[item]
	return ok
}

func list[M ~map[T]Empty, T cmp.Ordered](s M) []T {
	out := make([]T, 0, len(s))
	for item := range rt.Sorted(s) {
		out = append(out, item)
	}
	return out
}
