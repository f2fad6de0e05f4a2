// Package compose composes the program of a root function with the programs of
// everything it calls, and lays out the result as one graph of events.
//
// Package interp interprets these programs; root, frame, thread, object and
// stranger are its words. Those of the graph, each with one meaning:
//
//	birth       the event that makes a factory or stand-alone informer
//	capability  what a stranger can do with something that escaped to it: start,
//	            register, run
//
// The graph holds facts. Package life sorts them by what they are about. Whether
// an order is right is the business of package judge, how it can be run that of
// package story; compose knows neither.
package compose

import (
	"fmt"

	"github.com/informerlint/informerlint/internal/engine/interp"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/program"
	"github.com/informerlint/informerlint/internal/engine/roots"
)

// A Composer composes the programs of a set.
type Composer struct {
	set    *program.Set
	births *roots.Births
	by     *interp.Interpreter
}

func New(set *program.Set) *Composer {
	births := roots.Of(set)
	return &Composer{set: set, births: births, by: interp.New(set, births)}
}

// Roots are the functions that are judged.
func (c *Composer) Roots() []*ir.Fn { return c.births.Roots() }

// Literals are the function literals that make something that is judged.
func (c *Composer) Literals() []*ir.Fn { return c.births.Literals() }

// Compose composes the program of a root function with those of everything it
// calls. The error says that the result is too large.
func (c *Composer) Compose(fn *ir.Fn) (*Graph, error) {
	too := "follow"
	for _, run := range []func(*ir.Fn) *interp.Interpretation{c.by.Run, c.by.RunCoarse, c.by.RunBlunt} {
		in := run(fn)
		if in == nil {
			continue
		}
		if g := newGraph(c.set, in); !g.full {
			return g, nil
		}
		too = "judge"
	}
	return nil, fmt.Errorf("the program of %s is too large to %s", fn.Key, too)
}

// Coarse: the program was too large, and is followed only where something may be
// done to informers.
func (g *Graph) Coarse() bool { return g.in.Coarse() }

// ComposeMarked is Compose for programs with marks: see Interpreter.RunMarked. It is
// nil if the result is too large, or the root is not known.
func (c *Composer) ComposeMarked(root string, owners []string) *Graph {
	fn := c.set.Lookup(root)
	if fn == nil {
		return nil
	}
	in := c.by.RunMarked(fn, owners)
	if in == nil {
		return nil
	}
	if g := newGraph(c.set, in); !g.full {
		return g
	}
	return nil
}
