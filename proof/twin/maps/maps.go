// Package maps is the twin of the standard library's, as far as it reads maps: for
// the race detector a read of a map is one access, and keys come in their order.
package maps

import (
	"iter"

	"github.com/informerlint/informerlint/proof/twin/rt"
)

// Keys ranges over the keys of a map.
func Keys[M ~map[K]V, K comparable, V any](m M) iter.Seq[K] {
	return func(yield func(K) bool) {
		for k := range rt.Sorted(m) {
			if !yield(k) {
				return
			}
		}
	}
}

// Values ranges over the values of a map.
func Values[M ~map[K]V, K comparable, V any](m M) iter.Seq[V] {
	return func(yield func(V) bool) {
		for _, v := range rt.Sorted(m) {
			if !yield(v) {
				return
			}
		}
	}
}
