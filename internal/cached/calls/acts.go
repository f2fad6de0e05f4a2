package calls

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// findActs notes the functions that may write memory that they have not made, or
// send objects, themselves or in what they call. Others need not be interpreted.
func (p *Package) findActs() {
	calls := make(map[*ssa.Function][]*ssa.Function) // callers by callee
	var todo []*ssa.Function
	fns, values := slices.Clip(p.fns), make(map[*ssa.Function]bool)
	for i := 0; i < len(fns); i++ {
		fn, act := fns[i], false
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				act = act || p.act(instr)
				switch i := instr.(type) {
				case ssa.CallInstruction:
					if callee := p.callee(i.Common()); callee != nil {
						calls[callee] = append(calls[callee], fn)
					}
					for _, a := range i.Common().Args {
						if f, ok := a.(*ssa.Function); ok {
							calls[ssautil.Origin(f)] = append(calls[ssautil.Origin(f)], fn)
						}
					}
				case *ssa.MakeClosure:
					f := i.Fn.(*ssa.Function)
					calls[f] = append(calls[f], fn)
					if ssautil.Bound(f) != nil && !values[f] {
						fns, values[f] = append(fns, f), true // a method value's wrapper
					}
				}
			}
		}
		if act {
			p.acts[fn] = true
			todo = append(todo, fn)
		}
	}
	for len(todo) > 0 {
		fn := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, caller := range calls[fn] {
			if !p.acts[caller] {
				p.acts[caller] = true
				todo = append(todo, caller)
			}
		}
	}
}

// act reports whether an instruction writes what may be somebody else's.
func (p *Package) act(instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.Store:
		return !local(i.Addr)
	case *ssa.MapUpdate:
		_, made := i.Map.(*ssa.MakeMap)
		return !made
	case ssa.CallInstruction:
		if b, ok := i.Common().Value.(*ssa.Builtin); ok {
			return b.Name() == "delete" || b.Name() == "copy" || b.Name() == "clear"
		}
		fn := ssautil.Callee(i.Common())
		if fn == nil {
			return false
		}
		if _, sends := clientgo.Sends(fn); sends || clientgo.ObjectCall(fn) == clientgo.ObjectSets || len(clientgo.Changes(fn)) > 0 {
			return true
		}
		_, writes := p.below(fn)
		return writes
	}
	return false
}

// local reports whether an address is in a variable of the function's own.
func local(addr ssa.Value) bool {
	for {
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			addr = a.X
		case *ssa.IndexAddr:
			addr = a.X
		case *ssa.Alloc:
			return true
		default:
			return false
		}
	}
}

// Inert reports whether a call of a function changes nothing and gives nothing
// that is followed.
func (p *Package) Inert(fn *ssa.Function) bool {
	fn = ssautil.Origin(fn)
	if p.acts[fn] || p.accessors[fn] {
		return false
	}
	res := fn.Signature.Results()
	for i := range res.Len() {
		t := res.At(i).Type()
		_, whole := t.Underlying().(*types.Struct)
		if ssautil.IsRef(t) && !ssautil.IsError(t) || ssautil.IsBool(t) || whole {
			return false
		}
	}
	return true
}
