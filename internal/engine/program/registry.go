package program

import (
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/registry"
)

// registered emits the list that is in a registry; false if a variable is none.
func (f *fnBuilder) registered(dst ir.Reg, v *ssa.UnOp) bool {
	g, ok := v.X.(*ssa.Global)
	if !ok || dst == ir.NoReg || !f.caches || g.Pkg != f.pkg || !registry.Is(g) {
		return false
	}
	if f.lists == nil {
		f.lists = registry.Find(f.pkg)
	}
	fns := f.lists[g]
	if len(fns) == 0 {
		return false
	}
	f.alloc(dst, "", v.Pos())
	for _, fn := range fns {
		at, val := f.newReg(), f.newReg()
		is := newInstr(ir.OpFunc)
		is.Dst, is.Name = val, fnKey(fn)
		f.emit(is, v.Pos())
		elem := newInstr(ir.OpElem)
		elem.Dst, elem.A = at, dst
		f.emit(elem, v.Pos())
		st := newInstr(ir.OpStore)
		st.A, st.B = at, val
		f.emit(st, v.Pos())
	}
	return true
}
