package ssautil

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// Unused are the functions among those of a package that nobody calls, but for tests
// and others that nobody calls: files that are left out here may. Whoever imports the
// package may call what is exported, and so may reflection; nobody imports a command.
func Unused(fns []*ssa.Function, ofTest func(*ssa.Function) bool) map[*ssa.Function]bool {
	used := make(map[*ssa.Function]bool)
	invoked := make(map[string]bool) // methods, by name: anything may have the interface
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(ssa.CallInstruction); ok && call.Common().IsInvoke() {
					invoked[call.Common().Method.Name()] = true
				}
			}
		}
	}
	var use func(*ssa.Function)
	use = func(fn *ssa.Function) {
		if bound := Bound(fn); bound != nil {
			fn = bound
		}
		fn = Origin(Outermost(fn))
		if used[fn] {
			return
		}
		used[fn] = true
		mentions(fn, use)
	}
	for _, fn := range fns {
		if fn.Parent() == nil && !ofTest(fn) && begins(fn, invoked) {
			use(fn)
		}
	}
	unused := make(map[*ssa.Function]bool)
	for _, fn := range fns {
		if out := Origin(Outermost(fn)); !used[out] && out.Synthetic == "" {
			unused[fn] = true
		}
	}
	return unused
}

// begins reports whether a function may be called by somebody who is not seen.
func begins(fn *ssa.Function, invoked map[string]bool) bool {
	obj := Object(fn)
	switch {
	case obj == nil || fn.Synthetic != "": // init, wrappers
		return true
	case obj.Signature().Recv() != nil:
		return obj.Exported() || invoked[obj.Name()]
	case fn.Pkg != nil && fn.Pkg.Pkg.Name() == "main":
		return obj.Name() == "main" || obj.Name() == "init"
	}
	return token.IsExported(obj.Name()) || obj.Name() == "init"
}

// mentions tells of the functions that a function names, literals in it among those
// that do.
func mentions(fn *ssa.Function, do func(*ssa.Function)) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			for _, op := range instr.Operands(nil) {
				if callee, ok := (*op).(*ssa.Function); ok {
					do(callee)
				}
			}
		}
	}
	for _, anon := range fn.AnonFuncs {
		mentions(anon, do)
	}
}
