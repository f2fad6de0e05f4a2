package interp

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// changesNothing reports whether a function of this package has no effect.
func (in *Machine) changesNothing(fn *ssa.Function, depth int) bool {
	if q, ok := in.quiet[fn]; ok {
		return q
	}
	if depth > maxDepth || len(fn.Blocks) == 0 {
		return false
	}
	in.quiet[fn] = true // for recursion
	q := in.noEffect(fn, depth)
	in.quiet[fn] = q
	return q
}

func (in *Machine) noEffect(fn *ssa.Function, depth int) bool {
	in.Need(fn)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			var c *ssa.CallCommon
			var result ssa.Value
			switch i := instr.(type) {
			case *ssa.Store:
				if !isLocal(i.Addr) {
					return false
				}
			case *ssa.MapUpdate:
				if _, ok := i.Map.(*ssa.MakeMap); !ok {
					return false
				}
			case *ssa.Send, *ssa.Select:
				return false
			case *ssa.Call:
				c, result = &i.Call, i
			case *ssa.Defer:
				c = &i.Call
			case *ssa.Go:
				c = &i.Call
			}
			if c == nil {
				continue
			}
			if b, ok := c.Value.(*ssa.Builtin); ok {
				if b.Name() == "delete" {
					return false
				}
				continue
			}
			name := ""
			var obj *types.Func
			if c.IsInvoke() {
				obj = c.Method
			} else if callee := c.StaticCallee(); callee != nil {
				in.Need(callee)
				if len(callee.Blocks) > 0 {
					if !in.changesNothing(callee, depth+1) {
						return false
					}
					continue
				}
				obj = ssautil.Object(callee)
			}
			if obj != nil {
				if name = obj.Name(); clientgo.Quiet(obj) {
					continue
				}
			}
			if !weak(c, name, result) {
				return false
			}
		}
	}
	return true
}

func isLocal(addr ssa.Value) bool {
	switch a := addr.(type) {
	case *ssa.Alloc:
		return true
	case *ssa.FieldAddr:
		return isLocal(a.X)
	case *ssa.IndexAddr:
		return isLocal(a.X)
	}
	return false
}
