// Package runtime is the twin of apimachinery's runtime.
package runtime

// A Scheme is taken and has no effect.
type Scheme struct{}

// An Object is any API object.
type Object = any
