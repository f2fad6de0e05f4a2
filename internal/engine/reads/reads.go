// Package reads finds what a function reads from informers' stores that does
// nothing else to informers: which lister, as a path from a parameter or from a
// package variable.
//
// Such functions have no frame in a composed program, for there are many of them
// and they change nothing. With this, a call of one is still a read.
package reads

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// A Step leads from one value to the next.
type Step struct {
	Op   ir.Opcode // OpField, OpElem or OpLoad
	Name string    // of a field
}

// A Read is one read of a lister or store.
type Read struct {
	Param  int    // the parameter that the path begins at; -1 if it is a variable
	Global string // its name
	Path   []Step
	At     []At // the calls that lead to it, from outside in, and the read itself
	Loop   bool // it may be repeated before the function returns
}

// An At is an instruction of a function.
type At struct {
	Fn  *ir.Fn
	Ins *ir.Instr
}

// Limits: what exceeds them is not told.
const (
	maxReads = 12 // of one function
	maxDepth = 6  // calls
	maxPath  = 10
)

// A Finder finds reads, and remembers them.
type Finder struct {
	lookup func(string) *ir.Fn
	known  map[string][]Read
}

// New returns a finder for the functions that lookup knows.
func New(lookup func(string) *ir.Fn) *Finder {
	return &Finder{lookup: lookup, known: make(map[string][]Read)}
}

// Of returns the reads of a function, one for each lister, in the order of its
// text.
func (f *Finder) Of(key string) []Read { return f.of(key, 0) }

func (f *Finder) of(key string, depth int) []Read {
	if out, ok := f.known[key]; ok {
		return out
	}
	fn := f.lookup(key)
	if fn == nil || depth > maxDepth {
		return nil
	}
	f.known[key] = nil // while it is looked at, for recursion
	w := &walk{Finder: f, fn: fn, at: make(map[ir.Reg][]place), depth: depth}
	for i := range fn.Params {
		w.at[ir.Reg(i)] = []place{{param: i}}
	}
	for b := range fn.Blocks {
		for k := range fn.Blocks[b].Instrs {
			w.step(&fn.Blocks[b].Instrs[k], fn.Blocks[b].Loop)
		}
	}
	f.known[key] = w.out
	return w.out
}

// A place is where a value of the function comes from.
type place struct {
	param  int
	global string
	path   []Step
}

func (p place) then(s ...Step) place {
	p.path = slices.Concat(p.path, s)
	return p
}

func (p place) equal(q place) bool {
	return p.param == q.param && p.global == q.global && slices.Equal(p.path, q.path)
}

type walk struct {
	*Finder
	fn    *ir.Fn
	at    map[ir.Reg][]place
	depth int
	out   []Read
}

func (w *walk) step(ins *ir.Instr, loop bool) {
	switch ins.Op {
	case ir.OpGlobal:
		w.set(ins.Dst, place{param: -1, global: ins.Name})
	case ir.OpField, ir.OpElem, ir.OpLoad:
		for _, p := range w.at[ins.A] {
			w.set(ins.Dst, p.then(Step{ins.Op, ins.Name}))
		}
	case ir.OpMove:
		for _, a := range ins.Args {
			w.set(ins.Dst, w.at[a]...)
		}
	case ir.OpProto:
		switch ins.Proto {
		case clientgo.OpNarrow: // a lister of the same informer
			if len(ins.Results) > 0 {
				w.set(ins.Results[0], w.at[ins.A]...)
			}
		case clientgo.OpRead:
			if places := w.at[ins.A]; len(places) == 1 { // else it is one of several
				w.add(Read{Param: places[0].param, Global: places[0].global, Path: places[0].path, At: []At{{w.fn, ins}}, Loop: loop})
			}
		}
	case ir.OpCall:
		if ins.Callee == ir.CalleeStatic && ir.Plain(ins) {
			w.call(ins, loop)
		}
	}
}

// call adds what a callee reads.
func (w *walk) call(ins *ir.Instr, loop bool) {
	for _, r := range w.of(ins.Name, w.depth+1) {
		from := []place{{param: -1, global: r.Global}}
		if r.Param >= 0 {
			if r.Param >= len(ins.Args) {
				continue
			}
			from = w.at[ins.Args[r.Param]]
		}
		if len(from) != 1 {
			continue
		}
		p := from[0].then(r.Path...)
		w.add(Read{Param: p.param, Global: p.global, Path: p.path, At: slices.Concat([]At{{w.fn, ins}}, r.At), Loop: loop || r.Loop})
	}
}

func (w *walk) set(r ir.Reg, places ...place) {
	if r == ir.NoReg {
		return
	}
	for _, p := range places {
		if len(p.path) <= maxPath && !slices.ContainsFunc(w.at[r], p.equal) {
			w.at[r] = append(w.at[r], p)
		}
	}
}

func (w *walk) add(r Read) {
	p := place{r.Param, r.Global, r.Path}
	if len(w.out) < maxReads && !slices.ContainsFunc(w.out, func(o Read) bool { return p.equal(place{o.Param, o.Global, o.Path}) }) {
		w.out = append(w.out, r)
	}
}
