// Package sets is a stub.
package sets

type Set[T comparable] map[T]struct{}

func New[T comparable](items ...T) Set[T] { return make(Set[T]) }

func (s Set[T]) Insert(items ...T) Set[T] { return s }

func (s Set[T]) Delete(items ...T) Set[T] { return s }

func (s Set[T]) Has(item T) bool { return false }

func (s Set[T]) PopAny() (T, bool) { var none T; return none, false }

func (s Set[T]) Difference(other Set[T]) Set[T] { return s }

func (s Set[T]) UnsortedList() []T { return nil }

func KeySet[T comparable, V any](m map[T]V) Set[T] { return nil }
