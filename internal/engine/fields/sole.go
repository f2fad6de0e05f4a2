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

// Fill looks at what a function does to hidden fields. A field that one statement
// of the package fills holds what that one puts there, or nothing yet: nobody
// else has the field. Where the function looks at the field first, it may hold
// what an earlier call has put there.
func (r *Reach) Fill(key string, fn *ssa.Function) {
	for _, blk := range fn.Blocks {
		for _, ins := range blk.Instrs {
			switch ins := ins.(type) {
			case *ssa.FieldAddr:
				if at, ok := r.hidden(ins.X, ins.Field, ins.Type()); ok {
					r.fill(ir.Outer(key), fn, ins, at)
				}
			case *ssa.Store:
				if t := r.named(ins.Val.Type()); isStruct(ins.Val.Type()) && t != "" && !ssautil.IsConst(ins.Val) {
					r.whole[t] = true
				}
			}
		}
	}
}

func (r *Reach) fill(key string, fn *ssa.Function, fa *ssa.FieldAddr, at place) {
	for _, ref := range *fa.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			if ref.Op != token.MUL {
				r.filled[at] = filler{seen: true}
			}
		case *ssa.Store:
			switch {
			case ref.Addr == fa && ssautil.IsConst(ref.Val):
			case ref.Addr != fa || r.filled[at].seen || r.looks(fn, at, ref):
				r.filled[at] = filler{seen: true}
			default:
				r.filled[at] = filler{key, true}
			}
		default:
			r.filled[at] = filler{seen: true}
		}
	}
}

// looks: the field is loaded in a function before it is filled there.
func (r *Reach) looks(fn *ssa.Function, at place, st *ssa.Store) bool {
	for _, blk := range fn.Blocks {
		for _, ins := range blk.Instrs {
			fa, ok := ins.(*ssa.FieldAddr)
			if !ok {
				continue
			}
			if from, ok := r.hidden(fa.X, fa.Field, fa.Type()); !ok || from != at {
				continue
			}
			for _, ref := range *fa.Referrers() {
				if load, ok := ref.(*ssa.UnOp); ok && ssautil.Reaches(load, st) {
					return true
				}
			}
		}
	}
	return false
}

// Sole are the fields that one function of the package alone fills, by one
// statement: by type and field, that function.
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
