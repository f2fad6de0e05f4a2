// Package maps is a stub.
package maps

func Clone[M ~map[K]V, K comparable, V any](m M) M { return m }

func DeleteFunc[M ~map[K]V, K comparable, V any](m M, del func(K, V) bool) {}

func Keys[M ~map[K]V, K comparable, V any](m M) func(yield func(K) bool) { return nil }
