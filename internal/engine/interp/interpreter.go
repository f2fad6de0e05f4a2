// Package interp interprets the program of a root function together with the
// programs of everything it calls: what each register and each place may hold,
// which threads begin, and what leaves to code that is not followed.
//
// The words, each with one meaning:
//
//	root      the function that a program is composed from
//	frame     one call of a function, in one calling context
//	thread    code that runs beside the root, or at some time after it began: a
//	          goroutine, a handler, what a stranger may call
//	point     an instruction in one frame
//	object    a factory, a stand-alone informer, or what may hold one; identity
//	          of an informer is (object, resource), for each Informer() may
//	          return another wrapper
//	stranger  code that is not followed; what it does is not known, only what
//	          it could do
//
// Values are computed to a fixed point, without regard to the order of what
// changes them. Package compose lays out the order, and the events in it.
package interp

import (
	"slices"

	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/leaks"
	"github.com/informerlint/informerlint/internal/engine/program"
	"github.com/informerlint/informerlint/internal/engine/reads"
	"github.com/informerlint/informerlint/internal/engine/roots"
)

// An Interpreter interprets the programs of a set.
type Interpreter struct {
	set    *program.Set
	births *roots.Births
	quiet  map[string]bool // see inert
	active map[string]bool // see acts
	sizes  map[string]int  // see frames
	reads  *reads.Finder   // of functions that are inert
	leaks  *leaks.Finder   // of functions that are not followed in a large program

	mentioned map[string][]string // see mentions
}

// New returns the interpreter of a set; births are those of the set.
func New(set *program.Set, births *roots.Births) *Interpreter {
	return &Interpreter{set: set, births: births, reads: reads.New(set.Lookup), leaks: leaks.New(set.Lookup)}
}

// Run interprets a root function. It is nil if the program is too large to
// follow.
func (by *Interpreter) Run(fn *ir.Fn) *Interpretation {
	if by.frames(fn, 0) >= limit(fn) {
		return nil
	}
	in := newInterpretation(by, fn)
	if in.run(); in.full {
		return nil
	}
	if len(in.fresh) > 0 {
		in = in.knowing()
		if in.run(); in.full {
			return nil
		}
	}
	in.rest()
	return in
}

// RunMarked is Run for programs with marks (program.Set.Marked). What is not
// followed is a value that says so, and the methods of the types in owners are
// followed as if somebody called them at some time.
func (by *Interpreter) RunMarked(fn *ir.Fn, owners []string) *Interpretation {
	in := newInterpretation(by, fn)
	if !in.runMarked(owners) {
		return nil
	}
	if len(in.fresh) > 0 {
		if in = in.knowing(); !in.runMarked(owners) {
			return nil
		}
	}
	in.rest()
	return in
}

func (in *Interpretation) runMarked(owners []string) bool {
	in.hollow = in.newObject(oHolder)
	in.run()
	for _, o := range slices.Clone(in.objs) {
		if o.origin != oPlain && o.origin != oOpen || !slices.Contains(owners, o.Typ) {
			continue
		}
		if info := in.set.TypeInfo(o.Typ); info != nil {
			for _, method := range info.Methods {
				if !in.again(o.ID, method) {
					in.spawnKey(in.root, nil, method, 0, Value{VLoc, o.ID, ""})
				}
			}
		}
	}
	in.run()
	return !in.full
}

// inert reports whether a call of a function has no effect on informers or on
// what may hold them, so that it need not be followed. What it reads of their
// stores is found without (package reads).
func (by *Interpreter) inert(key string, depth int) bool {
	if v, ok := by.quiet[key]; ok {
		return v
	}
	fn := by.set.Lookup(key)
	if fn == nil || depth > maxDepth {
		return false
	}
	if by.quiet == nil {
		by.quiet = make(map[string]bool)
	}
	by.quiet[key] = false // while it is looked at, for recursion
	quiet := true
	for ins := range fn.Instrs() {
		switch ins.Op {
		case ir.OpAlloc, ir.OpGlobal, ir.OpField, ir.OpElem, ir.OpLoad, ir.OpMove, ir.OpFunc, ir.OpReturn, ir.OpRunDefer:
		case ir.OpCall:
			quiet = quiet && ins.Callee == ir.CalleeStatic && ir.CallMode(ins.Mode) != ir.CallGo && by.inert(ins.Name, depth+1)
		case ir.OpProto:
			quiet = quiet && ins.Looks() && ir.Plain(ins)
		default:
			quiet = false
		}
	}
	by.quiet[key] = quiet
	return quiet
}

// frames is how many frames a function has at least, from what is known before it
// is interpreted: calls of known functions.
func (by *Interpreter) frames(fn *ir.Fn, depth int) int {
	if n, ok := by.sizes[fn.Key]; ok {
		return n
	}
	if by.sizes == nil {
		by.sizes = make(map[string]int)
	}
	by.sizes[fn.Key] = 0 // while it is looked at: a recursive call is not followed
	n := 1
	for ins := range fn.Instrs() {
		if ins.Op != ir.OpCall || ins.Callee != ir.CalleeStatic || depth > maxDepth || !ir.AnyTracked(ins.Results) && by.inert(ins.Name, 0) {
			continue
		}
		if callee := by.set.Lookup(ins.Name); callee != nil {
			n = min(n+by.frames(callee, depth+1), maxFrames)
		}
	}
	by.sizes[fn.Key] = n
	return n
}
