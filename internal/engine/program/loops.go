package program

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/engine/ir"

	"github.com/informerlint/informerlint/internal/ssautil"
)

// moveMode says what kind of move a value is; whole says that all that it may be
// made of is followed.
func moveMode(v ssa.Value, whole bool) uint8 {
	switch v := v.(type) {
	case *ssa.Phi:
		if whole {
			return ir.MovePhi
		}
		return ir.MoveSome
	case *ssa.Slice:
		if v.Low != nil || v.High != nil {
			return ir.MovePart
		}
	}
	return 0
}

// onceOf is the register of the sync.Once that runs a function, if it is a field
// of something that is followed, or a variable of the package. Which one it is says
// whether the function may have been run before.
func (f *fnBuilder) onceOf(recv ssa.Value, pos token.Pos) ir.Reg {
	if g, ok := recv.(*ssa.Global); ok && g.Pkg == f.pkg && !g.Object().Exported() {
		return f.variable(g)
	}
	fa, ok := recv.(*ssa.FieldAddr)
	if !ok || namedType(recv.Type()) != "sync.Once" || f.val(fa.X) == ir.NoReg {
		return ir.NoReg
	}
	i := newInstr(ir.OpField)
	i.Dst, i.A, i.Name = f.newReg(), f.val(fa.X), ssautil.FieldName(fa.X.Type(), fa.Field)
	f.emit(i, pos)
	return i.Dst
}
