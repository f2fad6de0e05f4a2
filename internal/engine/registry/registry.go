// Package registry finds the functions in lists that init functions fill.
//
// A registry is a package variable with a list of functions, to which init
// functions append: operators of operator-sdk set up their controllers with
// such a list. What runs later finds all of them in it. Others may append more,
// and are strangers.
package registry

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ssautil"
)

// Find returns the functions in the registries of a package, in the order in which
// they are added.
func Find(pkg *ssa.Package) map[*ssa.Global][]*ssa.Function {
	inits := initializers(pkg)
	out := make(map[*ssa.Global][]*ssa.Function)
	other := make(map[*ssa.Global]bool) // what else may be in it is not known
	for _, fn := range inits {
		for _, blk := range fn.Blocks {
			for _, ins := range blk.Instrs {
				st, ok := ins.(*ssa.Store)
				if !ok {
					continue
				}
				g, ok := st.Addr.(*ssa.Global)
				if !ok || !Is(g) {
					continue
				}
				fns, plain := listed(st.Val, g)
				out[g] = append(out[g], fns...)
				// The one that the compiler makes tests whether it has run.
				other[g] = other[g] || !plain || blk.Index > 0 && fn.Synthetic == ""
			}
		}
	}
	for _, m := range pkg.Members {
		if fn, ok := m.(*ssa.Function); ok && !slices.Contains(inits, fn) {
			changed(fn, other)
		}
		if t, ok := m.(*ssa.Type); ok {
			for _, recv := range []types.Type{t.Type(), types.NewPointer(t.Type())} {
				for sel := range types.NewMethodSet(recv).Methods() {
					if fn, ok := sel.Obj().(*types.Func); ok && fn.Pkg() == pkg.Pkg {
						changed(pkg.Prog.FuncValue(fn), other)
					}
				}
			}
		}
	}
	for g := range other {
		if other[g] {
			delete(out, g)
		}
	}
	return out
}

// initializers are the functions that run before any other of a package.
func initializers(pkg *ssa.Package) []*ssa.Function {
	first := pkg.Func("init")
	if first == nil {
		return nil
	}
	out := []*ssa.Function{first}
	for _, blk := range first.Blocks {
		for _, ins := range blk.Instrs {
			call, ok := ins.(*ssa.Call)
			if !ok {
				continue
			}
			if fn := call.Call.StaticCallee(); fn != nil && fn.Pkg == pkg && strings.HasPrefix(fn.Name(), "init#") {
				out = append(out, fn)
			}
		}
	}
	return out
}

// Is reports whether a variable may be a registry, by its type.
func Is(g *ssa.Global) bool {
	list, ok := g.Type().(*types.Pointer).Elem().Underlying().(*types.Slice)
	if !ok {
		return false
	}
	_, ok = list.Elem().Underlying().(*types.Signature)
	return ok
}

// listed are the functions in a list that is written out, or appended to what is
// in a variable already; false if there is anything else in it.
func listed(v ssa.Value, g *ssa.Global) (out []*ssa.Function, plain bool) {
	if call, ok := v.(*ssa.Call); ok {
		b, ok := call.Call.Value.(*ssa.Builtin)
		if !ok || b.Name() != "append" {
			return nil, false
		}
		load, ok := call.Call.Args[0].(*ssa.UnOp)
		if !ok || load.X != g {
			return nil, false
		}
		v = call.Call.Args[1]
	}
	elems, plain := ssautil.Elements(v)
	for _, e := range elems {
		if c, ok := e.(*ssa.ChangeType); ok {
			e = c.X
		}
		fn, ok := e.(*ssa.Function)
		if !ok || fn.Parent() != nil {
			return nil, false
		}
		out = append(out, fn)
	}
	return out, plain
}

// changed notes the lists of functions with which a function, or a literal in
// it, does anything else than to look into them.
func changed(fn *ssa.Function, other map[*ssa.Global]bool) {
	if fn == nil {
		return
	}
	for _, blk := range fn.Blocks {
		for _, ins := range blk.Instrs {
			if _, looks := ins.(*ssa.UnOp); looks {
				continue
			}
			for _, op := range ins.Operands(nil) {
				if g, ok := (*op).(*ssa.Global); ok {
					other[g] = true
				}
			}
		}
	}
	for _, lit := range fn.AnonFuncs {
		changed(lit, other)
	}
}
