package clientgo

import "go/types"

// Declared is what a project's config file says of functions, by their full
// name (FuncName). It adds to the tables for one pass.
type Declared map[string][]Declaration

// A Declaration says what a function does with its parameter Param, counted
// from 0.
type Declaration struct {
	Act   Act
	Param int
	Mode  Mode // of Runs
}

// An Act is what a declared function does with a parameter.
type Act uint8

// The acts.
const (
	Starts Act = iota // it calls the Start of a factory, or runs an informer, and returns
	Runs              // it runs a function
	Wraps             // its first result stands for the parameter: a factory, an informer or a handler around it
	Opens             // it expects tombstones, or opens them before it calls the handler that it is given
)

// Of returns what is declared of fn.
func (d Declared) Of(fn *types.Func) []Declaration {
	if len(d) == 0 || fn == nil {
		return nil
	}
	return d[FuncName(fn)]
}

// Does reports whether fn is declared to do something with a parameter.
func (d Declared) Does(fn *types.Func, act Act, param int) bool {
	for _, each := range d.Of(fn) {
		if each.Act == act && each.Param == param {
			return true
		}
	}
	return false
}
