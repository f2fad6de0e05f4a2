// Package atomic is the twin of sync/atomic.
package atomic

import "github.com/informerlint/informerlint/reference/sched"

type integer[T int32 | int64] struct{ a sched.Atomic[T] }

// Load reads.
func (x *integer[T]) Load() T { return x.a.Load() }

// Store writes.
func (x *integer[T]) Store(v T) { x.a.Store(v) }

// Add adds and returns the sum.
func (x *integer[T]) Add(delta T) T {
	_, after := x.a.Update(func(v T) T { return v + delta })
	return after
}

// CompareAndSwap replaces old, and reports whether it was there.
func (x *integer[T]) CompareAndSwap(old, new T) bool {
	before, _ := x.a.Update(func(v T) T {
		if v == old {
			return new
		}
		return v
	})
	return before == old
}

// An Int32 is atomic.Int32.
type Int32 struct{ integer[int32] }

// An Int64 is atomic.Int64.
type Int64 struct{ integer[int64] }

// A Bool is atomic.Bool.
type Bool struct{ a sched.Atomic[bool] }

// Load reads.
func (x *Bool) Load() bool { return x.a.Load() }

// Store writes.
func (x *Bool) Store(v bool) { x.a.Store(v) }

// A Value is atomic.Value.
type Value struct{ a sched.Atomic[any] }

// Load reads.
func (x *Value) Load() any { return x.a.Load() }

// Store writes.
func (x *Value) Store(v any) { x.a.Store(v) }
