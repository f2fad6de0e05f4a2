// Package compose composes the program of a root function with the programs of
// everything it calls, and lays out the result as one graph of events.
//
// The words, each with one meaning:
//
//	root        the function that a program is composed from
//	frame       one call of a function, in one calling context
//	thread      code that runs beside the root, or at some time after it began: a
//	            goroutine, a handler, what a stranger may call
//	object      a factory, a stand-alone informer, or what may hold one; identity
//	            of an informer is (object, resource), for each Informer() may
//	            return another wrapper
//	birth       the event that makes a factory or stand-alone informer
//	stranger    code that is not followed; what it does is not known, only what
//	            it could do
//	capability  what a stranger can do with something that escaped to it: start,
//	            register, run
//
// The graph holds facts. Package life sorts them by what they are about. Whether
// an order is right is the business of package judge, how it can be run that of
// package story; compose knows neither.
package compose

import (
	"fmt"

	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/program"
	"github.com/informerlint/informerlint/internal/engine/reads"
)

// A Composer composes the programs of a set.
type Composer struct {
	set    *program.Set
	quiet  map[string]bool // see inert
	reads  *reads.Finder   // of functions that are inert
	births *program.Births
}

func New(set *program.Set) *Composer {
	return &Composer{set: set, reads: reads.New(set.Lookup), births: set.Births()}
}

// Roots are the functions that are judged.
func (c *Composer) Roots() []*ir.Fn { return c.births.Roots() }

// inert reports whether a call of a function has no effect on informers or on
// what may hold them, so that it need not be followed. What it reads of their
// stores is found without (package reads).
func (c *Composer) inert(key string, depth int) bool {
	if v, ok := c.quiet[key]; ok {
		return v
	}
	fn := c.set.Lookup(key)
	if fn == nil || depth > maxDepth {
		return false
	}
	if c.quiet == nil {
		c.quiet = make(map[string]bool)
	}
	c.quiet[key] = false // while it is looked at, for recursion
	quiet := true
	for ins := range fn.Instrs() {
		switch ins.Op {
		case ir.OpAlloc, ir.OpGlobal, ir.OpField, ir.OpElem, ir.OpLoad, ir.OpMove, ir.OpFunc, ir.OpReturn, ir.OpRunDefer:
		case ir.OpCall:
			quiet = quiet && ins.Callee == ir.CalleeStatic && ir.CallMode(ins.Mode) != ir.CallGo && c.inert(ins.Name, depth+1)
		case ir.OpProto:
			quiet = quiet && ins.Looks() && ir.Plain(ins)
		default:
			quiet = false
		}
	}
	c.quiet[key] = quiet
	return quiet
}

// Compose composes the program of a root function with those of everything it
// calls. The error says that the result is too large.
func (c *Composer) Compose(fn *ir.Fn) (*Graph, error) {
	in := newInterp(c, fn)
	in.run()
	if in.full {
		return nil, fmt.Errorf("the program of %s is too large to follow", fn.Key)
	}
	g := newGraph(in)
	if g.full {
		return nil, fmt.Errorf("the program of %s is too large to judge", fn.Key)
	}
	return g, nil
}
