// Package atomic is a stub.
package atomic

type Pointer[T any] struct{ p *T }

func (p *Pointer[T]) Load() *T   { return p.p }
func (p *Pointer[T]) Store(v *T) {}
