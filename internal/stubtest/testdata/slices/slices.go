// Package slices is a stub.
package slices

func Index[S ~[]E, E comparable](s S, v E) int { return -1 }

func IndexFunc[S ~[]E, E any](s S, f func(E) bool) int { return -1 }

func Delete[S ~[]E, E any](s S, i, j int) S { return s }

func DeleteFunc[S ~[]E, E any](s S, del func(E) bool) S { return s }

func Collect[E any](seq func(yield func(E) bool)) []E { return nil }
