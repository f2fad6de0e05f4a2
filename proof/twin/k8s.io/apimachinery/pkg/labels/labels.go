// Package labels is the twin of apimachinery's labels.
package labels

// A Selector selects everything.
type Selector struct{}

// Everything selects everything.
func Everything() Selector { return Selector{} }
