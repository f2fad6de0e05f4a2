// Package gate has something to wait for.
package gate

// A Gate is passed when it is open.
type Gate interface{ Pass() }

var open = make(chan struct{})

// Open opens the gate of this package.
func Open() { close(open) }

// Ready returns when it is open.
func Ready() { <-open }
