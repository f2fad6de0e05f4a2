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
//	life        all events about one factory or stand-alone informer
//	stranger    code that is not followed; what it does is not known, only what
//	            it could do
//	capability  what a stranger can do with something that escaped to it: start,
//	            register, run
//
// The graph holds facts. Whether an order is right is the business of package
// judge, how it can be run that of package story; compose knows neither.
package compose

import (
	"fmt"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/program"
)

// A Composer composes the programs of a set.
type Composer struct {
	set    *program.Set
	quiet  map[string]bool // see inert
	births map[string]int8 // see born: 1 yes, -1 no or under way
}

func New(set *program.Set) *Composer { return &Composer{set: set} }

// Roots are the functions that are judged: those that make a factory or
// informer, or get one from a callee that made it, and those that start one or
// wait for one.
func (c *Composer) Roots() []*ir.Fn {
	var out []*ir.Fn
	keys := make([]string, 0, len(c.set.Fns()))
	for k := range c.set.Fns() {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		fn := c.set.Fns()[k]
		if !strings.Contains(k, "$") && c.born(k, 0) {
			out = append(out, fn)
		}
	}
	return out
}

// born reports whether a function makes something that is judged, or gets it
// from a callee, or starts or awaits one.
func (c *Composer) born(key string, depth int) bool {
	if v, ok := c.births[key]; ok {
		return v > 0
	}
	if c.births == nil {
		c.births = make(map[string]int8)
	}
	c.births[key] = -1
	fn := c.set.Lookup(key)
	if fn == nil || depth > maxDepth {
		return false
	}
	yes := false
	for ins := range fn.Instrs() {
		switch {
		case ins.Op == ir.OpProto && ins.Proto.Makes():
			yes = true
		case ins.Op == ir.OpProto && (ins.Proto == clientgo.OpStart || ins.Proto == clientgo.OpWait) && fn.Local:
			yes = true
		default:
			for _, m := range ins.Mentions() {
				if ins.Op != ir.OpAlloc && hands(fn, ins, m) && c.born(m, depth+1) {
					yes = true
				}
			}
		}
	}
	if yes {
		c.births[key] = 1
	}
	return yes
}

// hands reports whether something that a callee makes may come into the hands
// of fn: as a result, or in an object of fn's own that the callee fills. What a
// method puts into its receiver is judged with the method, where all that touch
// the field are followed; a caller that was given the receiver adds nothing.
func hands(fn *ir.Fn, ins *ir.Instr, callee string) bool {
	switch {
	case ins.Op == ir.OpClosure || ins.Op == ir.OpFunc:
		return fn.Local && ir.Outer(callee) == ir.Outer(fn.Key) && callee != fn.Key
	case ins.Op != ir.OpCall:
		return false
	case ir.AnyTracked(ins.Results), strings.Contains(fn.Key, "$"):
		return true
	}
	return slices.ContainsFunc(ins.Args, func(r ir.Reg) bool { return r != ir.NoReg && int(r) >= fn.Params })
}

// inert reports whether a call of a function has no effect on informers or on
// what may hold them, so that it need not be followed.
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
	g.collect()
	return g, nil
}
