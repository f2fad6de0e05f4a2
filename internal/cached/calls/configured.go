package calls

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// configured reports whether what a method does depends on how its type was set up:
// it, or what it calls in its package, asks a structure or variable of the package
// what to do. One that copies if it was told to does so always or never, and the
// type does not say which.
func (p *Package) configured(m *ssa.Function) bool {
	is, known := p.asking[m]
	if !known {
		is = p.chooses(m, make(map[*ssa.Function]bool))
		p.asking[m] = is
	}
	return is
}

func (p *Package) chooses(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			var next *ssa.Function
			switch instr := instr.(type) {
			case *ssa.If:
				if p.asks(instr.Cond, 0) {
					return true
				}
			case *ssa.MakeClosure:
				next = instr.Fn.(*ssa.Function)
			case ssa.CallInstruction:
				next = instr.Common().StaticCallee()
			}
			if next != nil && ssautil.Origin(next).Pkg == ssautil.Origin(fn).Pkg && p.chooses(next, seen) {
				return true
			}
		}
	}
	return false
}

// asks reports whether a condition may be about a structure or variable of the
// package. What a call returns is not, unless it is a plain value that is made of
// one: an error or an object says how the call went.
func (p *Package) asks(v ssa.Value, depth int) bool {
	if depth > 2*maxTrace {
		return true
	}
	_, plain := v.Type().Underlying().(*types.Basic)
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return p.ours(v.X.Type(), v) || p.asks(v.X, depth+1)
	case *ssa.Field:
		return p.ours(v.X.Type(), v) || p.asks(v.X, depth+1)
	case *ssa.Lookup:
		return p.ours(v.X.Type(), v) || p.asks(v.X, depth+1) || p.asks(v.Index, depth+1)
	case *ssa.Global:
		// A flag, a map, an atomic: all but an error that is compared with.
		return !types.Identical(ssautil.Deref(v.Type()), types.Universe.Lookup("error").Type())
	case *ssa.FreeVar:
		_, basic := ssautil.Deref(v.Type()).Underlying().(*types.Basic)
		return basic
	case *ssa.Alloc:
		return slices.ContainsFunc(*v.Referrers(), func(i ssa.Instruction) bool {
			st, ok := i.(*ssa.Store)
			return ok && st.Addr == v && p.asks(st.Val, depth+1)
		})
	case *ssa.Call:
		return plain && p.told(v, depth)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return plain && p.told(call, depth)
		}
	case *ssa.Phi:
		return slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return p.asks(e, depth+1) })
	}
	if instr, ok := v.(ssa.Instruction); ok {
		return slices.ContainsFunc(instr.Operands(nil), func(o *ssa.Value) bool { return *o != nil && p.asks(*o, depth+1) })
	}
	return false
}

// told reports whether what a call answers may depend on how something was set up:
// the environment, a context, a parameter, a part of the package. A store says
// whether it has an object, and what is said of an object or an error is about how
// the call went, unless a part of the package has a say in it.
func (p *Package) told(call *ssa.Call, depth int) bool {
	if _, ok := p.Source(&call.Call); ok {
		return false
	}
	about := false
	for _, a := range Operands(&call.Call) {
		if p.ours(a.Type(), call) || p.asks(a, depth+1) {
			return true
		}
		about = about || clientgo.IsAPIData(ssautil.Deref(a.Type())) && !clientgo.IsContext(a.Type()) || types.Identical(a.Type(), types.Universe.Lookup("error").Type())
	}
	_, builtin := call.Call.Value.(*ssa.Builtin)
	return !about && !builtin
}

// ours reports whether a type is one of the package.
func (p *Package) ours(t types.Type, at ssa.Instruction) bool {
	named, ok := types.Unalias(ssautil.Deref(t)).(*types.Named)
	fn := ssautil.Origin(at.Parent())
	return ok && fn.Pkg != nil && named.Obj().Pkg() == fn.Pkg.Pkg
}
