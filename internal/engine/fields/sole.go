package fields

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A filler is what is stored into a field of a type, wherever it is.
type filler struct {
	fn   string // the function; "" if several statements fill the field, or more than is stored is done to it
	seen bool
}

// Fill looks at what a function does to hidden fields and variables of the package. A field that one statement
// of the package fills holds what that one puts there, or nothing yet: nobody
// else has the field. Where the function looks at the field first, it may hold
// what an earlier call has put there.
func (r *Reach) Fill(key string, fn *ssa.Function) {
	var ops []*ssa.Value
	for _, blk := range fn.Blocks {
		for _, ins := range blk.Instrs {
			for _, op := range ins.Operands(ops[:0]) {
				if at, ok := r.variable(*op); ok {
					r.use(ir.Outer(key), fn, ins, *op, at)
				}
			}
			switch ins := ins.(type) {
			case *ssa.FieldAddr:
				if at, ok := r.hidden(ins.X, ins.Field, ins.Type()); ok {
					for _, ref := range *ins.Referrers() {
						r.use(ir.Outer(key), fn, ref, ins, at)
					}
				}
			case *ssa.Store:
				if t := r.named(ins.Val.Type()); isStruct(ins.Val.Type()) && t != "" && !ssautil.IsConst(ins.Val) && !literal(ins.Val) {
					r.whole[t] = true
				}
			}
		}
	}
}

// literal: the structure is a literal, which is made here and copied to where it is kept:
// what its fields hold is what is stored into them, which is looked at there.
func literal(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	alloc, ok := load.X.(*ssa.Alloc)
	if !ok || alloc.Comment != "complit" {
		return false
	}
	for _, ref := range *alloc.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef, *ssa.FieldAddr:
		case *ssa.UnOp:
			if ref.Op != token.MUL {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// variable is an unexported variable of the package that may hold an informer: a
// place without a type.
func (r *Reach) variable(v ssa.Value) (place, bool) {
	g, ok := v.(*ssa.Global)
	if !ok || g.Pkg != r.ssa || g.Object() == nil || g.Object().Exported() || !r.tracked(g.Type()) {
		return place{}, false
	}
	return place{field: r.pkg + "." + g.Name()}, true
}

// use is what an instruction does with the address of a place.
func (r *Reach) use(key string, fn *ssa.Function, ins ssa.Instruction, addr ssa.Value, at place) {
	switch ins := ins.(type) {
	case *ssa.DebugRef:
		return
	case *ssa.UnOp:
		if ins.Op == token.MUL {
			return
		}
	case *ssa.Store:
		if ins.Addr == addr && (ssautil.IsConst(ins.Val) || isStub(ins.Val)) {
			return
		}
		if ins.Addr == addr && !r.filled[at].seen && !r.looks(fn, at, ins) {
			r.filled[at] = filler{key, true}
			return
		}
	}
	r.filled[at] = filler{seen: true}
}

// isStub: a function that says the same whatever there is, as func() bool { return true }
// in tests and fakes. Like nil, it stands for no informer: nobody puts it where one is.
func isStub(v ssa.Value) bool {
	if t, ok := v.(*ssa.ChangeType); ok {
		v = t.X
	}
	fn, ok := v.(*ssa.Function)
	if !ok || len(fn.Blocks) != 1 {
		return false
	}
	for _, ins := range fn.Blocks[0].Instrs {
		switch ins := ins.(type) {
		case *ssa.DebugRef:
		case *ssa.Return:
			for _, res := range ins.Results {
				if !ssautil.IsConst(res) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// looks: the place is loaded in a function before it is filled there.
func (r *Reach) looks(fn *ssa.Function, at place, st *ssa.Store) bool {
	for _, blk := range fn.Blocks {
		for _, ins := range blk.Instrs {
			load, ok := ins.(*ssa.UnOp)
			if !ok || load.Op != token.MUL {
				continue
			}
			from, ok := r.variable(load.X)
			if fa, field := load.X.(*ssa.FieldAddr); field {
				from, ok = r.hidden(fa.X, fa.Field, fa.Type())
			}
			if ok && from == at && ssautil.Reaches(load, st) {
				return true
			}
		}
	}
	return false
}

// Sole are the places that one function of the package alone fills, by one
// statement: by type and field, that function. A variable has no type.
func (r *Reach) Sole() map[string]map[string]string {
	out := make(map[string]map[string]string)
	for at, f := range r.filled {
		if f.fn == "" || r.whole[at.typ] {
			continue
		}
		if out[at.typ] == nil {
			out[at.typ] = make(map[string]string)
		}
		out[at.typ][at.field] = f.fn
	}
	return out
}
