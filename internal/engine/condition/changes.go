package condition

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// changes are what may have another value after a program has begun to ask for it.
type changes struct {
	of    map[types.Object]bool // fields and variables
	gates bool                  // feature gates
	// filled are the stores that fill a field of a new structure.
	filled map[*types.Var][]*ssa.Store
}

// changesIn finds them in the functions of a package: something is stored there, or
// takes the address, other than where a new structure is filled, where variables are
// initialized, and where flags are declared.
func changesIn(fns []*ssa.Function) changes {
	c := changes{of: make(map[types.Object]bool), filled: make(map[*types.Var][]*ssa.Store)}
	var ops []*ssa.Value
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				for _, op := range instr.Operands(ops[:0]) {
					if g, ok := (*op).(*ssa.Global); ok && !keepsVariable(instr, g) {
						c.of[g.Object()] = true
					}
				}
				switch instr := instr.(type) {
				case *ssa.FieldAddr:
					if field := ssautil.Field(instr); field != nil && !keepsField(instr) {
						c.of[field] = true
					}
				case *ssa.Store:
					if at, ok := instr.Addr.(*ssa.FieldAddr); ok && ssautil.Field(at) != nil {
						c.filled[ssautil.Field(at)] = append(c.filled[ssautil.Field(at)], instr)
					}
					if s, ok := instr.Val.Type().Underlying().(*types.Struct); ok && !fills(instr) {
						c.all(s)
					}
				case ssa.CallInstruction:
					c.call(instr)
				}
			}
		}
	}
	return c
}

// call: one of another package that gets a pointer to a structure as any value fills
// it: json.Unmarshal, a decoder.
func (c *changes) call(call ssa.CallInstruction) {
	if here(call) {
		return
	}
	if callee := ssautil.Callee(call.Common()); callee != nil && clientgo.SetsFeatureGates(callee) {
		c.gates = true
	}
	for _, a := range call.Common().Args {
		if m, ok := a.(*ssa.MakeInterface); ok && ofStruct(m.X.Type()) {
			if i, ok := m.Type().Underlying().(*types.Interface); ok && i.Empty() {
				c.all(ssautil.Deref(m.X.Type()).Underlying().(*types.Struct))
			}
		}
	}
}

// all: every field of a structure.
func (c *changes) all(s *types.Struct) {
	for f := range s.Fields() {
		if c.of[f] {
			continue
		}
		c.of[f] = true
		if in, ok := f.Type().Underlying().(*types.Struct); ok {
			c.all(in)
		}
	}
}

// keepsField: what is done with the address of a field does not change it later.
func keepsField(at *ssa.FieldAddr) bool {
	return !slices.ContainsFunc(*at.Referrers(), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.UnOp, *ssa.DebugRef, *ssa.FieldAddr:
			return false
		case *ssa.Store:
			return ref.Val == at || !fills(ref)
		case ssa.CallInstruction:
			return !declaresFlag(ref) && !method(ref, at)
		}
		return true
	})
}

// method: a call of a method on a structure in a field, whose own fields say whether
// they change.
func method(call ssa.CallInstruction, at *ssa.FieldAddr) bool {
	return here(call) && ofStruct(at.Type())
}

// fills: a store fills a structure that nobody else has yet.
func fills(st *ssa.Store) bool {
	addr := st.Addr
	for {
		at, ok := addr.(*ssa.FieldAddr)
		if !ok {
			break
		}
		addr = at.X
	}
	made, ok := addr.(*ssa.Alloc)
	return ok && !slices.ContainsFunc(*made.Referrers(), func(ref ssa.Instruction) bool {
		switch ref := ref.(type) {
		case *ssa.FieldAddr, *ssa.UnOp, *ssa.DebugRef:
			return false
		case *ssa.Store:
			if ref.Addr == made {
				return false
			}
		}
		return ssautil.Reaches(ref, st)
	})
}

// keepsVariable: an instruction does not change a package's variable, or only when
// the program begins.
func keepsVariable(instr ssa.Instruction, g *ssa.Global) bool {
	switch instr := instr.(type) {
	case *ssa.UnOp:
		return instr.Op == token.MUL && keepsTarget(instr)
	case *ssa.FieldAddr, *ssa.DebugRef:
		return true
	case *ssa.Store:
		return instr.Val != g && instr.Parent().Synthetic != "" && instr.Parent().Name() == "init"
	case ssa.CallInstruction:
		return declaresFlag(instr)
	}
	return false
}

// keepsTarget: what is read from a variable is no pointer by which a basic value may
// be changed, such as that of a flag.
func keepsTarget(load *ssa.UnOp) bool {
	p, ok := load.Type().Underlying().(*types.Pointer)
	if !ok {
		return true
	}
	if _, basic := p.Elem().Underlying().(*types.Basic); !basic {
		return true
	}
	return !slices.ContainsFunc(*load.Referrers(), func(ref ssa.Instruction) bool {
		switch ref.(type) {
		case *ssa.UnOp, *ssa.DebugRef, *ssa.BinOp:
			return false
		}
		return true
	})
}

// declaresFlag: the call only says that a flag has its value there.
func declaresFlag(call ssa.CallInstruction) bool {
	fn := ssautil.Callee(call.Common())
	return fn != nil && fn.Pkg() != nil && clientgo.DeclaresFlags(fn.Pkg())
}
