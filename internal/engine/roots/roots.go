// Package roots says which functions of a package are judged: those from which
// programs are composed.
package roots

import (
	"maps"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/program"
)

// maxBirth is how many calls deep a birth is looked for.
const maxBirth = 28

// Births knows which functions make something that is judged.
type Births struct {
	set   *program.Set
	known map[string]int8 // 1 yes, -1 no or under way
	leads map[string]deed

	filling map[string]bool // see fills
}

// Of returns what knows which functions of a set of programs make something.
func Of(set *program.Set) *Births {
	return &Births{set: set, known: make(map[string]int8), leads: make(map[string]deed), filling: make(map[string]bool)}
}

// Roots are the functions that are judged: those that make a factory or
// informer, or get one from a callee that made it, those that start one or
// wait for one, and those that run an informer and set it up.
func (b *Births) Roots() []*ir.Fn {
	var out []*ir.Fn
	for _, k := range slices.Sorted(maps.Keys(b.set.Fns())) {
		if !strings.Contains(k, "$") && (b.Born(k) || b.does(k, 0) == runs|sets) {
			out = append(out, b.set.Fns()[k])
		}
	}
	return out
}

// Literals are the function literals that make something that is judged, or get
// it from a callee: commands and callbacks among them, which somebody else runs.
func (b *Births) Literals() []*ir.Fn {
	var out []*ir.Fn
	for _, k := range slices.Sorted(maps.Keys(b.set.Fns())) {
		if strings.Contains(k, "$") && b.set.Fns()[k].Local && b.Born(k) {
			out = append(out, b.set.Fns()[k])
		}
	}
	return out
}

// Born reports whether a function makes something that is judged, or gets it
// from a callee, or starts or awaits one.
func (b *Births) Born(key string) bool { return b.born(key, 0) }

func (b *Births) born(key string, depth int) bool {
	if v, ok := b.known[key]; ok {
		return v > 0
	}
	b.known[key] = -1
	fn := b.set.Lookup(key)
	if fn == nil || depth > maxBirth {
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
				if ins.Op != ir.OpAlloc && (hands(fn, ins, m) || b.keeps(ins, m)) && b.born(m, depth+1) {
					yes = true
				}
			}
		}
	}
	if yes {
		b.known[key] = 1
	}
	return yes
}

// keeps: what a callee makes, or one that it calls, is kept in a variable of the package
// which nothing else fills: there its callers find it.
func (b *Births) keeps(ins *ir.Instr, callee string) bool {
	return ins.Op == ir.OpCall && b.set.FillsVariables() && b.fills(callee, 0)
}

func (b *Births) fills(key string, depth int) bool {
	if v, ok := b.filling[key]; ok {
		return v
	}
	b.filling[key] = false // recursion adds nothing
	fn := b.set.Fns()[key]
	if fn == nil || depth > maxBirth {
		return false
	}
	fills := b.set.FillsVariable(key)
	for ins := range fn.Instrs() {
		fills = fills || slices.ContainsFunc(ins.Mentions(), func(m string) bool { return b.fills(m, depth+1) })
	}
	b.filling[key] = fills
	return fills
}

// A deed is what a function of the package, or one that it leads to in the
// package, does to informers that others may have made.
type deed uint8

const (
	runs deed = 1 << iota // runs one
	sets                  // sets it up, and does not look whether that is too late
)

func (b *Births) does(key string, depth int) deed {
	if d, ok := b.leads[key]; ok {
		return d
	}
	b.leads[key] = 0 // recursion adds nothing
	fn := b.set.Fns()[key]
	if fn == nil || depth > maxBirth {
		return 0
	}
	var d deed
	for ins := range fn.Instrs() {
		switch {
		case ins.Op != ir.OpProto:
			for _, m := range ins.Mentions() {
				d |= b.does(m, depth+1)
			}
		case ins.Proto == clientgo.OpRun:
			d |= runs
		case ins.Proto == clientgo.OpConfigure && ins.Callee == ir.DroppedError:
			d |= sets
		}
	}
	b.leads[key] = d
	return d
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
